package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.JournalModel;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.Written;
import dev.ropewalk.journal.store.OpenClaim;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.write.Tail;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** An appender that does something at random, tells the model, and compares what both say. */
public final class AppendingParty {
    private final SegmentStore store;
    private final JournalModel model;
    private final SplittableRandom random;
    private final Tail tail;
    private final Appender appender;
    private final Batch batch;
    private Optional<Open> open = Optional.empty();

    private record Open(RecordClaim claim, Written record) {}

    public AppendingParty(SegmentStore store, Tail tail, JournalModel model, SplittableRandom random) {
        this.store = store;
        this.model = model;
        this.random = random;
        this.tail = tail;
        this.appender = new Appender(tail, new ForcingAtOnce(), new OpenFlows(), false);
        this.batch = appender.batch();
    }

    public void step() {
        if (open.isPresent()) {
            if (random.nextInt(3) == 0) {
                finish();
            }
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> batch();
            case 1 -> claim();
            default -> append();
        }
    }

    private void append() {
        byte[] payload = payload();
        long index = switch (random.nextInt(5)) {
            case 0 -> appender.append(payload);
            case 1 -> appender.append(ByteBuffer.wrap(payload));
            case 2 ->
                appender.append(
                        ByteBuffer.allocateDirect(payload.length).put(payload).flip());
            case 3 -> appender.append(MemorySegment.ofArray(payload));
            default -> appender.batch().add(payload).commit();
        };
        assertThat(index).isEqualTo(model.take(1));
        model.put(new Written(index, payload));
    }

    private void batch() {
        List<byte[]> payloads = new ArrayList<>();
        for (int i = random.nextInt(1, 20); i > 0; i--) {
            byte[] payload = new byte[random.nextInt(60)];
            random.nextBytes(payload);
            batch.add(payload);
            payloads.add(payload);
        }
        long index = batch.commit();
        assertThat(index).isEqualTo(model.take(payloads.size()));
        for (byte[] payload : payloads) {
            model.put(new Written(index++, payload));
        }
    }

    private void claim() {
        byte[] payload = payload();
        RecordClaim claim = appender.claim(payload.length);
        MemorySegment.copy(payload, 0, claim.memory(), ValueLayout.JAVA_BYTE, claim.offset(), payload.length);
        long index = model.take(1);
        open = Optional.of(new Open(claim, new Written(index, payload)));
    }

    /** Ends all. */
    public void close() {
        finish();
        appender.close();
    }

    /** Ends the claim if one is open. */
    private void finish() {
        open.ifPresent(this::finish);
        open = Optional.empty();
    }

    private void finish(Open it) {
        switch (random.nextInt(4)) {
            case 0 -> it.claim().abort();
            case 1 -> {
                contest(it);
                decide(it);
                assertThatThrownBy(it.claim()::commit)
                        .isInstanceOf(ClaimInvalidatedException.class)
                        .hasMessageContaining("index " + it.record().index() + ",");
            }
            case 2 -> {
                contest(it);
                commit(it);
            }
            default -> commit(it);
        }
    }

    private void commit(Open it) {
        assertThat(it.claim().commit()).isEqualTo(it.record().index());
        model.put(it.record());
    }

    private void contest(Open it) {
        long claim = tail.word(RecordLayout.DATA, 1, it.claim().length());
        Segment segment = store.acquire(tail.position() / store.segmentBytes());
        assertThat(segment.changeClaim(at(it), claim, RecordLayout.as(RecordLayout.CONTESTED, claim)))
                .isTrue();
        store.release(segment);
    }

    private void decide(Open it) {
        Segment segment = store.acquire(tail.position() / store.segmentBytes());
        assertThat(new OpenClaim(segment, at(it), tail.nextNumber()).settle()).isTrue();
        store.release(segment);
    }

    private static long at(Open it) {
        return it.claim().offset() - RecordLayout.PAYLOAD;
    }

    private byte[] payload() {
        // Mostly short, and sometimes nearly a segment.
        byte[] bytes = new byte[random.nextInt(random.nextInt(50) == 0 ? 3800 : 80)];
        random.nextBytes(bytes);
        return bytes;
    }
}
