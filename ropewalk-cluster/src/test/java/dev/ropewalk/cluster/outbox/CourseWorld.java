package dev.ropewalk.cluster.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** Lanes that want messages now and then, in a log that grows while it is read, both as it is drawn. */
final class CourseWorld implements LongConsumer {
    private static final int TURNS = 400;
    private static final int RECORDS = 16;
    private static final int MAX_LANES = 6;

    private final Course course = new Course();
    private Random random = new Random();
    private long at;
    private long end = RECORDS;
    private Lane[] lanes = {};

    /** The lanes that wanted something when it went back last, and weren't read for. */
    private final Set<Lane> due = new HashSet<>();

    private static final class Lane {
        /** It wants something in one of so many turns. */
        final int rarity;

        long from;
        boolean isHungry;

        /** For how many turns it has been hungry, and where the log ended when that began. */
        long waits;

        long end;

        Lane(int rarity) {
            this.rarity = rarity;
        }

        void beHungry(long logEnd) {
            if (!isHungry) {
                isHungry = true;
                waits = 0;
                end = logEnd;
            }
        }
    }

    @Override
    public void accept(long seed) {
        random = new Random(seed);
        lanes = IntStream.range(0, 1 + random.nextInt(MAX_LANES))
                .mapToObj(i -> new Lane(1 + random.nextInt(4)))
                .toArray(Lane[]::new);
        boolean isBusy = random.nextBoolean();
        for (int i = 0; i < TURNS; i++) {
            end += isBusy ? RECORDS : random.nextInt(RECORDS); // as much as is read, or half of that
            beHungry();
            turn();
        }
    }

    private void beHungry() {
        for (Lane lane : lanes) {
            if (lane.from < end && random.nextInt(lane.rarity) == 0) {
                lane.beHungry(end);
            }
            lane.waits++;
            if (lane.isHungry) { // at most this round, and one that is twice as long
                assertThat(lane.waits).as("turns that a lane waits").isLessThan(3 * lane.end / RECORDS + 5);
            }
        }
    }

    private void turn() {
        OptionalLong from = course.next(wanted(), at, end);
        if (from.isEmpty()) {
            return;
        }
        if (from.getAsLong() < at) {
            assertThat(due).as("left out when it goes back").isEmpty();
            for (Lane lane : lanes) {
                if (lane.isHungry) {
                    due.add(lane);
                }
            }
        }
        long stop = Math.min(from.getAsLong() + RECORDS, end);
        for (Lane lane : lanes) {
            if (lane.isHungry && lane.from >= from.getAsLong() && lane.from < stop) {
                feed(lane, stop);
            }
        }
        at = stop;
    }

    private long[] wanted() {
        return IntStream.range(0, lanes.length)
                .filter(i -> lanes[i].isHungry)
                .mapToLong(i -> lanes[i].from)
                .toArray();
    }

    /** What it wants next is further on. */
    private void feed(Lane lane, long stop) {
        lane.from = stop + random.nextInt((int) (end - stop) + 1);
        lane.isHungry = false;
        due.remove(lane);
    }
}
