package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.Sieve.Candidate;
import dev.ropewalk.lab.savina.Sieve.End;
import dev.ropewalk.lab.savina.Sieve.Primes;
import dev.ropewalk.lab.savina.Sieve.Start;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.jspecify.annotations.Nullable;

/** {@link Sieve} on Pekko. */
final class SievePekko {
    private SievePekko() {}

    static String run(ActorSystem system, int limit, int primesPerFilter) throws Exception {
        return PekkoRoot.run(system, Start.START, answer -> new Producer(answer, limit, primesPerFilter));
    }

    private static Props filter(CompletableFuture<String> answer, Primes primes) {
        return Props.create(Filter.class, () -> new Filter(answer, primes));
    }

    private static final class Producer extends UntypedAbstractActor {
        private final int limit;
        private final ActorRef first;

        Producer(CompletableFuture<String> answer, int limit, int primesPerFilter) {
            this.limit = limit;
            first = getContext().actorOf(filter(answer, new Primes(primesPerFilter, 2)));
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Start.START -> produce();
                default -> unhandled(message);
            }
        }

        private void produce() {
            for (int number = 3; number < limit; number += 2) {
                first.tell(new Candidate(number), getSelf());
            }
            first.tell(new End(0), getSelf());
        }
    }

    private static final class Filter extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final Primes primes;
        private @Nullable ActorRef next;

        Filter(CompletableFuture<String> answer, Primes primes) {
            this.answer = answer;
            this.primes = primes;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Candidate candidate -> {
                    if (!primes.divide(candidate.number())) {
                        pass(candidate);
                    }
                }
                case End end -> end(end.primes() + primes.size());
                default -> unhandled(message);
            }
        }

        private void pass(Candidate candidate) {
            if (!primes.isFull()) {
                primes.add(candidate.number());
            } else if (next == null) {
                next = getContext().actorOf(filter(answer, primes.successor(candidate.number())));
            } else {
                next.tell(candidate, getSelf());
            }
        }

        private void end(int found) {
            if (next == null) {
                answer.complete(Sieve.answer(found));
            } else {
                next.tell(new End(found), getSelf());
            }
        }
    }
}
