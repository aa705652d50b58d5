package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.Sieve.Candidate;
import dev.ropewalk.lab.savina.Sieve.End;
import dev.ropewalk.lab.savina.Sieve.Primes;
import dev.ropewalk.lab.savina.Sieve.Start;
import dev.ropewalk.lab.savina.Sieve.ToFilter;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** {@link Sieve} on Ropewalk. */
final class SieveRopewalk {
    private SieveRopewalk() {}

    static String run(ActorSystem system, int limit, int primesPerFilter) throws Exception {
        return RopewalkRoot.run(
                system, Start.START, (context, answer) -> new Producer(context, answer, limit, primesPerFilter));
    }

    private static final class Producer implements Actor<Start> {
        private final int limit;
        private final ActorRef<ToFilter> first;

        Producer(ActorContext<Start> context, CompletableFuture<String> answer, int limit, int primesPerFilter) {
            this.limit = limit;
            first = context.spawn(own -> new Filter(own, answer, new Primes(primesPerFilter, 2)));
        }

        @Override
        public void receive(Start start) {
            for (int number = 3; number < limit; number += 2) {
                first.tell(new Candidate(number));
            }
            first.tell(new End(0));
        }
    }

    private static final class Filter implements Actor<ToFilter> {
        private final ActorContext<ToFilter> context;
        private final CompletableFuture<String> answer;
        private final Primes primes;
        private @Nullable ActorRef<ToFilter> next;

        Filter(ActorContext<ToFilter> context, CompletableFuture<String> answer, Primes primes) {
            this.context = context;
            this.answer = answer;
            this.primes = primes;
        }

        @Override
        public void receive(ToFilter message) {
            switch (message) {
                case Candidate candidate -> {
                    if (!primes.divide(candidate.number())) {
                        pass(candidate);
                    }
                }
                case End end -> end(end.primes() + primes.size());
            }
        }

        private void pass(Candidate candidate) {
            if (!primes.isFull()) {
                primes.add(candidate.number());
            } else if (next == null) {
                Primes beginning = primes.successor(candidate.number());
                next = context.spawn(own -> new Filter(own, answer, beginning));
            } else {
                next.tell(candidate);
            }
        }

        private void end(int found) {
            if (next == null) {
                answer.complete(Sieve.answer(found));
            } else {
                next.tell(new End(found));
            }
        }
    }
}
