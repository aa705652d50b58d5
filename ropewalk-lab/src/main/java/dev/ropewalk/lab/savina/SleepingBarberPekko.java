package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.SleepingBarber.CustomerCue;
import dev.ropewalk.lab.savina.SleepingBarber.Sizes;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link SleepingBarber} on Pekko. */
final class SleepingBarberPekko {
    private enum StreetCue {
        START,
        TURNED_AWAY
    }

    private record Cut(int customer) {}

    private enum RoomCue {
        NEXT
    }

    private enum BarberCue {
        SLEEP
    }

    /** A customer enters the room, and from there the barber's chair. */
    private record Enter(ActorRef customer) {}

    private SleepingBarberPekko() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return PekkoRoot.run(system, StreetCue.START, answer -> new Street(answer, sizes));
    }

    /** Where the customers come from. */
    private static final class Street extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final ActorRef room;
        private final Queue<ActorRef> turnedAway = new ArrayDeque<>();
        private int inside;
        private int haircuts;
        private long sum;

        Street(CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            this.sizes = sizes;
            room = getContext().actorOf(Props.create(Room.class, () -> new Room(sizes.seats())));
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case StreetCue.START -> {
                    for (int k = 0; k < sizes.customers(); k++) {
                        int number = k;
                        send(getContext().actorOf(Props.create(Customer.class, () -> new Customer(getSelf(), number))));
                    }
                }
                case StreetCue.TURNED_AWAY -> {
                    inside--;
                    turnedAway.add(getSender());
                    if (inside == 0) {
                        sendNext();
                    }
                }
                case Cut(int customer) -> {
                    inside--;
                    haircuts++;
                    sum += customer;
                    sendNext();
                    if (haircuts == sizes.customers()) {
                        answer.complete(SleepingBarber.answer(haircuts, sum));
                    }
                }
                default -> unhandled(message);
            }
        }

        private void sendNext() {
            if (!turnedAway.isEmpty()) {
                send(turnedAway.remove());
            }
        }

        private void send(ActorRef customer) {
            inside++;
            room.tell(new Enter(customer), getSelf());
        }
    }

    private static final class Room extends UntypedAbstractActor {
        private final int seats;
        private final ActorRef barber = getContext().actorOf(Props.create(Barber.class, () -> new Barber(getSelf())));
        private final Queue<Enter> waiting = new ArrayDeque<>();
        private boolean barberSleeps = true;

        Room(int seats) {
            this.seats = seats;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Enter enter -> {
                    if (waiting.size() == seats) {
                        enter.customer().tell(CustomerCue.FULL, getSelf());
                    } else {
                        admit(enter);
                    }
                }
                case RoomCue.NEXT -> {
                    if (waiting.isEmpty()) {
                        barberSleeps = true;
                        barber.tell(BarberCue.SLEEP, getSelf());
                    } else {
                        barber.tell(waiting.remove(), getSelf());
                    }
                }
                default -> unhandled(message);
            }
        }

        private void admit(Enter enter) {
            waiting.add(enter);
            if (barberSleeps) {
                barberSleeps = false;
                getSelf().tell(RoomCue.NEXT, getSelf());
            } else {
                enter.customer().tell(CustomerCue.WAIT, getSelf());
            }
        }
    }

    private static final class Barber extends UntypedAbstractActor {
        private final ActorRef room;

        Barber(ActorRef room) {
            this.room = room;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Enter(var customer) -> {
                    customer.tell(CustomerCue.START, getSelf());
                    customer.tell(CustomerCue.DONE, getSelf());
                    room.tell(RoomCue.NEXT, getSelf());
                }
                case BarberCue.SLEEP -> {}
                default -> unhandled(message);
            }
        }
    }

    private static final class Customer extends UntypedAbstractActor {
        private final ActorRef street;
        private final int number;

        Customer(ActorRef street, int number) {
            this.street = street;
            this.number = number;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case CustomerCue.FULL -> street.tell(StreetCue.TURNED_AWAY, getSelf());
                case CustomerCue.WAIT, CustomerCue.START -> {}
                case CustomerCue.DONE -> {
                    street.tell(new Cut(number), getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }
    }
}
