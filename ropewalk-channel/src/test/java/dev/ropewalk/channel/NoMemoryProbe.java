package dev.ropewalk.channel;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A program whose only worker waits at channels while the heap has room for so many bytes and no more. It says whether each of the
 * calls that failed has left nobody behind at its channel. It needs a small heap, and threads without buffers of their own there.
 */
@SuppressWarnings("ThreadPriorityCheck") // who spins gives way to who works, and nothing relies on it
final class NoMemoryProbe {
    private static final int MAX_HOLE = 400;

    private static @Nullable Object @Nullable [] filling;

    @SuppressWarnings("UnusedVariable") // takes the room
    private static volatile byte @Nullable [] hole;

    private NoMemoryProbe() {}

    /** One call of the worker; it begins when it is told to, since a submission needs memory, too. */
    private static final class Call implements Runnable {
        private final Channel<Object> channel = Channel.rendezvous();
        private final boolean sends;
        private volatile Thread thread = Thread.currentThread();
        private volatile boolean begun;
        private volatile boolean told;
        private volatile boolean ended;
        private volatile boolean failed;

        Call(boolean sends) {
            this.sends = sends;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            begun = true;
            while (!told) {
                Thread.yield();
            }
            try {
                if (sends) {
                    channel.send(this);
                } else {
                    channel.receive();
                }
            } catch (Throwable noMemory) {
                failed = true;
            }
            ended = true;
        }

        boolean isOver() {
            return ended
                    || (sends
                                    ? channel.stats().waitingSenders()
                                    : channel.stats().waitingReceivers())
                            > 0;
        }

        void meet() {
            if (sends) {
                var ignored = channel.tryReceive();
            } else {
                channel.trySend(this);
            }
        }
    }

    /** Arguments: the room of the first call, and how much more each next one has. */
    public static void main(String[] arguments) {
        int first = Integer.parseInt(arguments[0]);
        int step = Integer.parseInt(arguments[1]);
        Scheduler scheduler = Scheduler.builder()
                .workers(1)
                .daemon(true)
                .maxSpareWorkers(0)
                .stuckAfter(Duration.ofHours(1))
                .uncaughtExceptionHandler((thread, thrown) -> {})
                .build();
        Strand strand = scheduler.newStrand();
        int failed = 0;
        int leftBehind = 0;
        for (int round = 0; round < 2; round++) {
            for (int room = first; room <= MAX_HOLE; room += step) {
                for (boolean sends : new boolean[] {false, true}) {
                    var call = new Call(sends);
                    strand.execute(call);
                    while (!call.begun) {
                        Thread.yield();
                    }
                    if (round > 0) { // the first one only makes all classes
                        fill(room);
                    }
                    call.told = true;
                    spinWhileInCall(call);
                    empty();
                    while (!call.isOver()) {
                        Thread.yield();
                    }
                    if (call.failed) {
                        failed++;
                        ChannelStats stats = call.channel.stats();
                        leftBehind += stats.waitingSenders() + stats.waitingReceivers();
                    }
                    call.meet();
                    while (!call.ended) {
                        Thread.yield();
                    }
                }
            }
        }
        System.out.println("failed: " + (failed > 0));
        System.out.println("left behind: " + leftBehind);
    }

    /** Until the call waits or has failed. Needs no memory. */
    private static void spinWhileInCall(Call call) {
        while (!call.ended && call.thread.getState() == Thread.State.RUNNABLE) {
            Thread.yield();
        }
    }

    private static void fill(int room) {
        hole = room < 16 ? null : new byte[room - 16];
        for (int size = 1 << 16; size >= 16; size /= 16) {
            fillWith(size);
        }
        fillWith(0);
        hole = null;
    }

    /** The room is taken by bytes, since a collector reads each reference. */
    private static void fillWith(int bytes) {
        try {
            while (true) {
                @Nullable Object[] more = new Object[1 + Math.min(bytes, 1)];
                if (bytes > 0) {
                    more[1] = new byte[bytes];
                }
                more[0] = filling;
                filling = more;
            }
        } catch (OutOfMemoryError full) {
            return;
        }
    }

    private static void empty() {
        filling = null;
        System.gc();
    }
}
