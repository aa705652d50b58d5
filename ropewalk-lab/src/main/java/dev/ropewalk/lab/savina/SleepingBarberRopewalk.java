package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.SleepingBarber.CustomerCue;
import dev.ropewalk.lab.savina.SleepingBarber.Sizes;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** {@link SleepingBarber} on Ropewalk. */
final class SleepingBarberRopewalk {
    /** What the street gets, where the customers come from. */
    private sealed interface ToStreet {}

    private enum StreetCue implements ToStreet {
        START
    }

    private record TurnedAway(ActorRef<CustomerCue> customer) implements ToStreet {}

    private record Cut(int customer) implements ToStreet {}

    /** What the waiting room gets. */
    private sealed interface ToRoom {}

    private enum RoomCue implements ToRoom {
        NEXT
    }

    /** What the barber gets. */
    private sealed interface ToBarber {}

    private enum BarberCue implements ToBarber {
        SLEEP
    }

    /** A customer enters the room, and from there the barber's chair. */
    private record Enter(ActorRef<CustomerCue> customer) implements ToRoom, ToBarber {}

    private SleepingBarberRopewalk() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return RopewalkRoot.<ToStreet>run(
                system, StreetCue.START, (context, answer) -> new Street(context, answer, sizes));
    }

    private static final class Street implements Actor<ToStreet> {
        private final ActorContext<ToStreet> context;
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final ActorRef<ToRoom> room;
        private final Queue<ActorRef<CustomerCue>> turnedAway = new ArrayDeque<>();
        private int inside;
        private int haircuts;
        private long sum;

        Street(ActorContext<ToStreet> context, CompletableFuture<String> answer, Sizes sizes) {
            this.context = context;
            this.answer = answer;
            this.sizes = sizes;
            room = context.spawn(own -> new Room(own, sizes.seats()));
        }

        @Override
        public void receive(ToStreet message) {
            switch (message) {
                case StreetCue.START -> {
                    for (int k = 0; k < sizes.customers(); k++) {
                        int number = k;
                        send(context.spawn(own -> new Customer(own, context.self(), number)));
                    }
                }
                case TurnedAway(var customer) -> {
                    inside--;
                    turnedAway.add(customer);
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
            }
        }

        private void sendNext() {
            if (!turnedAway.isEmpty()) {
                send(turnedAway.remove());
            }
        }

        private void send(ActorRef<CustomerCue> customer) {
            inside++;
            room.tell(new Enter(customer));
        }
    }

    private static final class Room implements Actor<ToRoom> {
        private final ActorContext<ToRoom> context;
        private final int seats;
        private final ActorRef<ToBarber> barber;
        private final Queue<Enter> waiting = new ArrayDeque<>();
        private boolean barberSleeps = true;

        Room(ActorContext<ToRoom> context, int seats) {
            this.context = context;
            this.seats = seats;
            barber = context.spawn(own -> new Barber(context.self()));
        }

        @Override
        public void receive(ToRoom message) {
            switch (message) {
                case Enter enter -> {
                    if (waiting.size() == seats) {
                        enter.customer().tell(CustomerCue.FULL);
                    } else {
                        admit(enter);
                    }
                }
                case RoomCue.NEXT -> {
                    if (waiting.isEmpty()) {
                        barberSleeps = true;
                        barber.tell(BarberCue.SLEEP);
                    } else {
                        barber.tell(waiting.remove());
                    }
                }
            }
        }

        private void admit(Enter enter) {
            waiting.add(enter);
            if (barberSleeps) {
                barberSleeps = false;
                context.self().tell(RoomCue.NEXT);
            } else {
                enter.customer().tell(CustomerCue.WAIT);
            }
        }
    }

    private static final class Barber implements Actor<ToBarber> {
        private final ActorRef<ToRoom> room;

        Barber(ActorRef<ToRoom> room) {
            this.room = room;
        }

        @Override
        public void receive(ToBarber message) {
            switch (message) {
                case Enter(var customer) -> {
                    customer.tell(CustomerCue.START);
                    customer.tell(CustomerCue.DONE);
                    room.tell(RoomCue.NEXT);
                }
                case BarberCue.SLEEP -> {}
            }
        }
    }

    private static final class Customer implements Actor<CustomerCue> {
        private final ActorContext<CustomerCue> context;
        private final ActorRef<ToStreet> street;
        private final int number;

        Customer(ActorContext<CustomerCue> context, ActorRef<ToStreet> street, int number) {
            this.context = context;
            this.street = street;
            this.number = number;
        }

        @Override
        public void receive(CustomerCue cue) {
            switch (cue) {
                case FULL -> street.tell(new TurnedAway(context.self()));
                case WAIT, START -> {}
                case DONE -> {
                    street.tell(new Cut(number));
                    context.stop();
                }
            }
        }
    }
}
