package exchange;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The orders of a symbol that wait for a counterpart: the best price first, and the oldest first of one price. */
final class Book {
    private record Waiting(int price, long number, int quantity) {
        @Override
        public String toString() {
            return quantity + " at " + price + " (" + number + ")";
        }
    }

    private final NavigableSet<Waiting> bids =
            new TreeSet<>(Comparator.comparingInt(Waiting::price).reversed().thenComparingLong(Waiting::number));
    private final NavigableSet<Waiting> offers =
            new TreeSet<>(Comparator.comparingInt(Waiting::price).thenComparingLong(Waiting::number));

    /** Trades as much of the order as it can, lets the rest wait, and returns how much was traded. */
    int match(Order order) {
        boolean isBuy = order.side == Order.Side.BUY;
        NavigableSet<Waiting> others = isBuy ? offers : bids;
        int rest = order.quantity;
        while (rest > 0 && !others.isEmpty()) {
            Waiting best = others.getFirst();
            if (isBuy ? best.price > order.price : best.price < order.price) {
                break;
            }
            others.removeFirst();
            int traded = Math.min(rest, best.quantity);
            rest -= traded;
            if (traded < best.quantity) {
                others.add(new Waiting(best.price, best.number, best.quantity - traded));
            }
        }
        if (rest > 0) {
            (isBuy ? bids : offers).add(new Waiting(order.price, order.number, rest));
        }
        return order.quantity - rest;
    }

    @Override
    public String toString() {
        return "bids " + bids + "\noffers " + offers;
    }
}
