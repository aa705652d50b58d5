package wordcount;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An event of the pipeline: a line of text and its words, or the end of all lines. */
final class Line {
    private static final Pattern WORD = Pattern.compile("\\p{L}+");

    private String text = "";
    private final Map<String, Long> words = new HashMap<>();
    private boolean isEnd;
    private Throwable failure;

    void read(String line) {
        text = line;
        isEnd = false;
    }

    /** Makes this the end; null if nothing has failed. */
    void end(Throwable cause) {
        text = "";
        isEnd = true;
        failure = cause;
    }

    void count() {
        words.clear();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.merge(matcher.group().toLowerCase(Locale.ROOT), 1L, Long::sum);
        }
    }

    Map<String, Long> words() {
        return words;
    }

    boolean isEnd() {
        return isEnd;
    }

    Throwable failure() {
        return failure;
    }
}
