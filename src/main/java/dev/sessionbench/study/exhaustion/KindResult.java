package dev.sessionbench.study.exhaustion;

import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.RpcTiming;
import dev.sessionbench.study.diagnosis.Spread;
import dev.sessionbench.study.diagnosis.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the transactions of one kind in a scenario.
 *
 * @param throughput completed in a second
 * @param failed how many failed
 * @param endToEnd from the call into the client to its return
 * @param sinceIntended from when it should have begun to its end; in a closed loop the same but for
 *     the lateness of a thread
 * @param sessionWait how long they waited for their sessions
 * @param hold how long they had them
 * @param rpc the client's time of their calls
 * @param gfe what the server's front end told of them
 * @param api the server's time of them; null where it does not tell
 * @param studyView the counts of the buckets of the view of the study of 2022; empty in an open
 *     loop
 */
public record KindResult(
    double throughput,
    long failed,
    Spread endToEnd,
    Spread sinceIntended,
    Spread sessionWait,
    Spread hold,
    Spread rpc,
    Spread gfe,
    @Nullable Spread api,
    List<Long> studyView) {
  static KindResult of(Observed seen, Kind kind, List<Long> studyView) {
    List<Transaction> ended = seen.ended(kind);
    return new KindResult(
        ended.size() / seen.seconds(),
        seen.ended().stream().filter(t -> t.kind() == kind && t.times().failed()).count(),
        Spread.of(ended.stream().mapToDouble(Transaction::endToEndMillis)),
        Spread.of(ended.stream().mapToDouble(Transaction::sinceIntendedMillis)),
        Spread.of(ended.stream().mapToDouble(Transaction::waitMillis)),
        Spread.of(ended.stream().mapToDouble(Transaction::holdMillis)),
        seen.calls(kind, RpcTiming::millis),
        seen.calls(kind, RpcTiming::gfeMillis),
        seen.api(kind).orElse(null),
        studyView);
  }
}
