package dev.ropewalk.stress;

import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several parts into which names are divided, chosen with {@code -Dropewalk.stress.part=K/N}, such as 3/24. Each name is
 * in one part, whatever other names there are.
 *
 * @param number from 1 to {@code parts}
 * @param parts how many there are
 */
record Part(int number, int parts) {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,4})/([0-9]{1,4})");

    Part {
        if (number < 1 || number > parts) {
            throw new IllegalArgumentException("there is no part " + number + " of " + parts);
        }
    }

    /** Returns the part that is chosen, else one of a few, another one in each run, if all would be too much. */
    static Part chosenOr(int parts) {
        String chosen = System.getProperty("ropewalk.stress.part");
        return chosen == null ? new Part(1 + ThreadLocalRandom.current().nextInt(parts), parts) : parse(chosen);
    }

    static Part parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("-Dropewalk.stress.part is like 3/24, not " + text);
        }
        return new Part(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
    }

    boolean contains(String name) {
        return Math.floorMod(name.hashCode(), parts) == number - 1;
    }
}
