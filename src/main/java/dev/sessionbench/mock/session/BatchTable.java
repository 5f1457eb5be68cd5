package dev.sessionbench.mock.session;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Batches of sessions by their numbers. Numbers are given in turn, so that neighbours share a page
 * of {@value #PAGE_SIZE} and a batch takes one reference; a page goes when all its batches have
 * come and gone.
 */
final class BatchTable implements Iterable<SessionBatch> {
  private static final int PAGE_BITS = 9;
  private static final int PAGE_SIZE = 1 << PAGE_BITS;

  private final ConcurrentHashMap<Long, Page> pages = new ConcurrentHashMap<>();
  private volatile Page latest = new Page(-1);

  /** Adds a batch. Each number is used once, and none is left out. */
  void add(SessionBatch batch) {
    page(batch.number() >>> PAGE_BITS).batches.set(slot(batch.number()), batch);
  }

  private Page page(long index) {
    Page page = latest;
    if (page.index != index) {
      page = pages.computeIfAbsent(index, Page::new);
      // Where several threads are at the border of two pages, either will do.
      latest = page;
    }
    return page;
  }

  /** The batch of a number; nothing if it was never added or has been removed. */
  @Nullable SessionBatch get(long number) {
    Page page = latest;
    long index = number >>> PAGE_BITS;
    if (page.index != index) {
      page = pages.get(index);
    }
    return page == null ? null : page.batches.get(slot(number));
  }

  /** Removes a batch, if it is there. */
  void remove(SessionBatch batch) {
    Page page = pages.get(batch.number() >>> PAGE_BITS);
    if (page != null
        && page.batches.compareAndSet(slot(batch.number()), batch, null)
        && page.removed.incrementAndGet() == PAGE_SIZE) {
      pages.remove(page.index);
    }
  }

  /** The batches, those added or removed meanwhile included or not. */
  @Override
  public Iterator<SessionBatch> iterator() {
    return new Present(pages.values().iterator());
  }

  private static int slot(long number) {
    return (int) number & (PAGE_SIZE - 1);
  }

  /** Goes through the pages and leaves out what is not there. */
  private static final class Present implements Iterator<SessionBatch> {
    private final Iterator<Page> pages;
    private @Nullable Page page;
    private int slot;
    private @Nullable SessionBatch next;

    Present(Iterator<Page> pages) {
      this.pages = pages;
      this.next = advance();
    }

    private @Nullable SessionBatch advance() {
      while (page != null || pages.hasNext()) {
        if (page == null) {
          page = pages.next();
          slot = 0;
        }
        while (slot < PAGE_SIZE) {
          SessionBatch batch = page.batches.get(slot++);
          if (batch != null) {
            return batch;
          }
        }
        page = null;
      }
      return null;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public SessionBatch next() {
      SessionBatch batch = next;
      if (batch == null) {
        throw new NoSuchElementException();
      }
      next = advance();
      return batch;
    }
  }

  private static final class Page {
    private final long index;
    private final AtomicReferenceArray<@Nullable SessionBatch> batches =
        new AtomicReferenceArray<>(PAGE_SIZE);
    private final AtomicInteger removed = new AtomicInteger();

    Page(long index) {
      this.index = index;
    }
  }
}
