package dev.ropewalk.demo.control;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: 500ms, 30s, 2m, 1h. */
public final class Times {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)");

    private Times() {}

    /**
     * Returns a time.
     *
     * @throws IllegalArgumentException if it isn't written like that
     */
    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("a time is written as 500ms, 30s, 2m or 1h, not '" + text + "'");
        }
        long number = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }
}
