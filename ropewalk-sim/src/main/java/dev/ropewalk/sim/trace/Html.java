package dev.ropewalk.sim.trace;

/** Text within HTML. */
final class Html {
    private Html() {}

    /** Returns a text that is shown as it is, in an element or an attribute. */
    static String escaped(String text) {
        var escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\n', '\t' -> escaped.append(c);
                default -> escaped.append(c < ' ' ? '?' : c);
            }
        }
        return escaped.toString();
    }

    static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "\u2026";
    }
}
