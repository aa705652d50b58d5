package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Plays each history of some length with the real thing and with its specification, and compares them. Operations of channels
 * are atomic, since each has its effect under one lock, so this tries all interleavings of all programs that have so many
 * operations together, whichever parties they belong to.
 *
 * @param <S> the type of the steps
 */
final class Histories<S> {
    private final List<S> steps;
    private final Supplier<? extends Subject<S>> real;
    private final Supplier<? extends Subject<S>> specified;
    private final List<S> history = new ArrayList<>();

    Histories(List<S> steps, Supplier<? extends Subject<S>> real, Supplier<? extends Subject<S>> specified) {
        this.steps = steps;
        this.real = real;
        this.specified = specified;
    }

    /** Throws if there is a history of this length in which the two differ. */
    void compareAll(int length) {
        if (length == 0) {
            compare();
            return;
        }
        for (S step : steps) {
            history.add(step);
            compareAll(length - 1);
            history.removeLast();
        }
    }

    /** Throws if the two differ in any of so many random histories, which are longer than those of which all can be tried. */
    void compareSome(int count, int length, RandomGenerator random) {
        for (int i = 0; i < count; i++) {
            history.clear();
            for (int step = 0; step < length; step++) {
                history.add(steps.get(random.nextInt(steps.size())));
            }
            compare();
        }
        history.clear();
    }

    private void compare() {
        List<String> wanted = transcript(specified.get());
        List<String> found = transcript(real.get());
        if (!found.equals(wanted)) {
            assertThat(found).as("history " + history).isEqualTo(wanted);
        }
    }

    private List<String> transcript(Subject<S> subject) {
        List<String> lines = new ArrayList<>(history.size() + 1);
        for (S step : history) {
            lines.add(subject.play(step));
        }
        lines.add(subject.summary());
        return lines;
    }
}
