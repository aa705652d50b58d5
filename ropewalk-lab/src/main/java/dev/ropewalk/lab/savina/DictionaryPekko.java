package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.Dictionary.Contents;
import dev.ropewalk.lab.savina.Dictionary.Entries;
import dev.ropewalk.lab.savina.Dictionary.Finished;
import dev.ropewalk.lab.savina.Dictionary.MasterCue;
import dev.ropewalk.lab.savina.Dictionary.Requests;
import dev.ropewalk.lab.savina.Dictionary.Sizes;
import dev.ropewalk.lab.savina.Dictionary.Value;
import dev.ropewalk.lab.savina.Dictionary.WorkerCue;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link Dictionary} on Pekko. */
final class DictionaryPekko {
    private record Read(int key) {}

    private record Write(int key, int value) {}

    private enum KeeperCue {
        REPORT
    }

    private DictionaryPekko() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return PekkoRoot.run(system, MasterCue.START, answer -> new Master(answer, sizes));
    }

    private static final class Master extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final ActorRef keeper = getContext().actorOf(Props.create(Keeper.class, Keeper::new));
        private int finished;
        private long checksum;

        Master(CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            this.sizes = sizes;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case MasterCue.START -> {
                    for (int k = 0; k < sizes.workers(); k++) {
                        int number = k;
                        getContext()
                                .actorOf(Props.create(Worker.class, () -> new Worker(getSelf(), keeper, sizes, number)))
                                .tell(WorkerCue.START, getSelf());
                    }
                }
                case Finished(long part) -> {
                    checksum += part;
                    finished++;
                    if (finished == sizes.workers()) {
                        keeper.tell(KeeperCue.REPORT, getSelf());
                    }
                }
                case Contents(long sum) -> answer.complete(Dictionary.answer(checksum, sum));
                default -> unhandled(message);
            }
        }
    }

    private static final class Keeper extends UntypedAbstractActor {
        private final Entries entries = new Entries();

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Read(int key) -> getSender().tell(new Value(entries.read(key)), getSelf());
                case Write(int key, int value) -> {
                    entries.write(key, value);
                    getSender().tell(new Value(value), getSelf());
                }
                case KeeperCue.REPORT -> getSender().tell(new Contents(entries.sum()), getSelf());
                default -> unhandled(message);
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {
        private final ActorRef master;
        private final ActorRef keeper;
        private final Requests requests;
        private int left;
        private long checksum;

        Worker(ActorRef master, ActorRef keeper, Sizes sizes, int number) {
            this.master = master;
            this.keeper = keeper;
            requests = new Requests(number);
            left = sizes.requests();
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case WorkerCue.START -> next();
                case Value(int value) -> {
                    checksum += Dictionary.check(value);
                    next();
                }
                default -> unhandled(message);
            }
        }

        private void next() {
            if (left > 0) {
                left--;
                request();
            } else {
                master.tell(new Finished(checksum), getSelf());
            }
        }

        private void request() {
            boolean write = requests.nextIsWrite();
            int key = requests.nextKey();
            keeper.tell(write ? new Write(key, Dictionary.newValue(key)) : new Read(key), getSelf());
        }
    }
}
