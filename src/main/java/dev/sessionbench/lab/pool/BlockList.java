package dev.sessionbench.lab.pool;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/**
 * A list in blocks, so that what comes or goes anywhere moves no more than a block. A block is
 * looked for from the one that was needed last, so that going through the list finds each at once.
 */
final class BlockList<E> extends AbstractList<E> {
  /** About the square root of the most sessions that a pool may have. */
  private static final int LARGEST_BLOCK = 4_096;

  /** None is empty but the only one. */
  private final List<List<E>> blocks = new ArrayList<>(List.of(new ArrayList<>()));

  private int size;

  /** The block that was needed last. */
  private int at;

  /** How many entries lie before it. */
  private int before;

  @Override
  public int size() {
    return size;
  }

  @Override
  public E get(int index) {
    List<E> block = blockOf(index);
    return block.get(index - before);
  }

  @Override
  public void add(int index, E element) {
    List<E> block = blockOf(index);
    block.add(index - before, element);
    size++;
    modCount++;
    if (block.size() > LARGEST_BLOCK) {
      List<E> secondHalf = block.subList(LARGEST_BLOCK / 2, block.size());
      blocks.add(at + 1, new ArrayList<>(secondHalf));
      secondHalf.clear();
    }
  }

  @Override
  public E remove(int index) {
    List<E> block = blockOf(index);
    E removed = block.remove(index - before);
    size--;
    modCount++;
    if (block.isEmpty() && blocks.size() > 1) {
      blocks.remove(at);
      if (at > 0) {
        before -= blocks.get(--at).size();
      }
    }
    return removed;
  }

  /** Goes to the block that an index lies in; the last one for the index after all entries. */
  private List<E> blockOf(int index) {
    while (index < before) {
      before -= blocks.get(--at).size();
    }
    while (at < blocks.size() - 1 && index >= before + blocks.get(at).size()) {
      before += blocks.get(at++).size();
    }
    return blocks.get(at);
  }
}
