package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Select;
import dev.ropewalk.scheduler.Strand;
import java.util.function.Consumer;

/** Receives elements from all channels, each time from whichever has one. */
final class StrandSelector extends StrandParty {
    private final Strand strand;
    private final Party.Selector selector;
    private final Select<Element> select;
    private final long factor;
    private final Consumer<Element> onSelected = this::received;
    private Round round = Round.none();
    private int received;
    private long checksum;

    StrandSelector(Strand strand, Party.Selector selector, Select<Element> select, long factor) {
        super(strand);
        this.strand = strand;
        this.selector = selector;
        this.select = select;
        this.factor = factor;
    }

    @Override
    void begin(Round next) {
        round = next;
        received = 0;
        checksum = 0;
        select.selectAsync(strand, onSelected);
    }

    @Override
    void received(Element element) {
        checksum = Element.add(checksum, factor, element);
        received++;
        if (received < selector.count()) {
            select.selectAsync(strand, onSelected);
        } else {
            round.accept(checksum);
        }
    }
}
