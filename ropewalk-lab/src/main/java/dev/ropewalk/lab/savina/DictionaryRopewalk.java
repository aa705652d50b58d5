package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.Dictionary.Contents;
import dev.ropewalk.lab.savina.Dictionary.Entries;
import dev.ropewalk.lab.savina.Dictionary.Finished;
import dev.ropewalk.lab.savina.Dictionary.MasterCue;
import dev.ropewalk.lab.savina.Dictionary.Requests;
import dev.ropewalk.lab.savina.Dictionary.Sizes;
import dev.ropewalk.lab.savina.Dictionary.ToMaster;
import dev.ropewalk.lab.savina.Dictionary.ToWorker;
import dev.ropewalk.lab.savina.Dictionary.Value;
import dev.ropewalk.lab.savina.Dictionary.WorkerCue;
import java.util.concurrent.CompletableFuture;

/** {@link Dictionary} on Ropewalk. */
final class DictionaryRopewalk {
    /** What the dictionary gets. */
    private sealed interface ToKeeper {}

    private record Read(int key, ActorRef<ToWorker> replyTo) implements ToKeeper {}

    private record Write(int key, int value, ActorRef<ToWorker> replyTo) implements ToKeeper {}

    private record Report(ActorRef<ToMaster> replyTo) implements ToKeeper {}

    private DictionaryRopewalk() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return RopewalkRoot.<ToMaster>run(
                system, MasterCue.START, (context, answer) -> new Master(context, answer, sizes));
    }

    private static final class Master implements Actor<ToMaster> {
        private final ActorContext<ToMaster> context;
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final ActorRef<ToKeeper> keeper;
        private int finished;
        private long checksum;

        Master(ActorContext<ToMaster> context, CompletableFuture<String> answer, Sizes sizes) {
            this.context = context;
            this.answer = answer;
            this.sizes = sizes;
            keeper = context.spawn(own -> new Keeper());
        }

        @Override
        public void receive(ToMaster message) {
            switch (message) {
                case MasterCue.START -> {
                    for (int k = 0; k < sizes.workers(); k++) {
                        int number = k;
                        context.<ToWorker>spawn(own -> new Worker(own, context.self(), keeper, sizes, number))
                                .tell(WorkerCue.START);
                    }
                }
                case Finished(long part) -> {
                    checksum += part;
                    finished++;
                    if (finished == sizes.workers()) {
                        keeper.tell(new Report(context.self()));
                    }
                }
                case Contents(long sum) -> answer.complete(Dictionary.answer(checksum, sum));
            }
        }
    }

    private static final class Keeper implements Actor<ToKeeper> {
        private final Entries entries = new Entries();

        @Override
        public void receive(ToKeeper message) {
            switch (message) {
                case Read(int key, var replyTo) -> replyTo.tell(new Value(entries.read(key)));
                case Write(int key, int value, var replyTo) -> {
                    entries.write(key, value);
                    replyTo.tell(new Value(value));
                }
                case Report(var replyTo) -> replyTo.tell(new Contents(entries.sum()));
            }
        }
    }

    private static final class Worker implements Actor<ToWorker> {
        private final ActorContext<ToWorker> context;
        private final ActorRef<ToMaster> master;
        private final ActorRef<ToKeeper> keeper;
        private final Requests requests;
        private int left;
        private long checksum;

        Worker(
                ActorContext<ToWorker> context,
                ActorRef<ToMaster> master,
                ActorRef<ToKeeper> keeper,
                Sizes sizes,
                int number) {
            this.context = context;
            this.master = master;
            this.keeper = keeper;
            requests = new Requests(number);
            left = sizes.requests();
        }

        @Override
        public void receive(ToWorker message) {
            switch (message) {
                case WorkerCue.START -> next();
                case Value(int value) -> {
                    checksum += Dictionary.check(value);
                    next();
                }
            }
        }

        private void next() {
            if (left > 0) {
                left--;
                request();
            } else {
                master.tell(new Finished(checksum));
            }
        }

        private void request() {
            boolean write = requests.nextIsWrite();
            int key = requests.nextKey();
            keeper.tell(
                    write ? new Write(key, Dictionary.newValue(key), context.self()) : new Read(key, context.self()));
        }
    }
}
