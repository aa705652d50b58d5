package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.MessageLoss.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A listener that notes what it hears, and gives credit back at once unless it is told to hold it. */
class Heard implements LinkListener {
    final List<Integer> sizes = new ArrayList<>();
    final List<Credit> held = new ArrayList<>();
    final List<String> controls = new ArrayList<>();
    final List<String> lost = new ArrayList<>();
    private final boolean holds;

    Heard(boolean holds) {
        this.holds = holds;
    }

    @Override
    public void messageReceived(ByteBuffer message, Credit credit) {
        sizes.add(message.remaining());
        if (holds) {
            held.add(credit);
        } else {
            credit.giveBack();
        }
    }

    @Override
    public void controlReceived(byte[] record) {
        controls.add(new String(record, StandardCharsets.UTF_8));
    }

    @Override
    public void lost(Object what, Reason reason) {
        lost.add(what + " " + reason);
    }
}
