package dev.ropewalk.demo.shop;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.demo.shop.Messages.Level;
import dev.ropewalk.demo.shop.Messages.Sold;
import dev.ropewalk.demo.shop.Messages.Take;
import dev.ropewalk.demo.shop.Messages.ToStock;
import java.util.concurrent.ThreadLocalRandom;

/** How many of an article were sold. */
final class Stock implements Actor<ToStock> {
    private final Counts counts;
    private final long instance = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
    private long handled;
    private long sold;

    Stock(Counts counts) {
        this.counts = counts;
    }

    @Override
    public void receive(ToStock message) {
        counts.countHandled();
        handled++;
        switch (message) {
            case Take(int pieces) -> sold += pieces;
            case Level question -> question.replyTo().tell(new Sold(instance, handled, sold));
        }
    }
}
