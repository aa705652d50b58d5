package exchange;

import java.util.concurrent.CompletableFuture;

/** An event of the pipeline: an order on its way into the journals and to the book of its symbol. Used again and again. */
final class Order {
    enum Side {
        BUY,
        SELL,
        /** Changes nothing, and is answered with the book. */
        SHOW
    }

    private String line = "";
    CompletableFuture<String> answer = new CompletableFuture<>();
    boolean isRecovered;

    long number;
    Side side = Side.SHOW;
    String symbol = "";
    int quantity;
    int price;

    /** Makes this a new order, from what a client has sent. */
    void read(String text, CompletableFuture<String> whenDone) {
        line = text;
        answer = whenDone;
        isRecovered = false;
    }

    /** Makes this an order of the past, from a line of the journal, which has its number in front. */
    void recover(String text) {
        int space = text.indexOf(' ');
        number = Long.parseLong(text.substring(0, space));
        line = text.substring(space + 1);
        answer = new CompletableFuture<>();
        isRecovered = true;
    }

    /** Takes the line apart, and refuses what isn't like "BUY ACME 10 99", or "SHOW ACME". */
    void decode() {
        String[] words = line.strip().split(" +");
        try {
            side = Side.valueOf(words[0]);
            if (words.length != (side == Side.SHOW ? 2 : 4)) {
                throw new IllegalArgumentException("the number of words is " + words.length);
            }
            symbol = words[1];
            quantity = side == Side.SHOW ? 0 : positive(words[2]);
            price = side == Side.SHOW ? 0 : positive(words[3]);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "an order is like \"BUY ACME 10 99\" or \"SELL ACME 10 99\", not \"" + line + "\"", e);
        }
    }

    private static int positive(String word) {
        int number = Integer.parseInt(word);
        if (number <= 0) {
            throw new IllegalArgumentException("not above zero: " + number);
        }
        return number;
    }

    /** Returns whether the journals must have it. */
    boolean isNew() {
        return side != Side.SHOW && !isRecovered;
    }

    /** Returns what the journals have of it. */
    String record() {
        return number + " " + side + " " + symbol + " " + quantity + " " + price;
    }
}
