package dev.ropewalk.journal;

import dev.ropewalk.journal.files.Damage;
import dev.ropewalk.journal.files.DamageCatalog;
import dev.ropewalk.journal.files.JournalImage;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.SmallJournal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** All cases: journals of all shapes, everything that may happen to their files, and every observer that may meet that. */
final class DamageMatrix {
    /**
     * A case.
     *
     * @param shape the journal
     * @param damage what happens to it
     * @param observer what meets it
     */
    record Case(SmallJournal shape, Damage damage, DamageObserver observer) {
        /** Returns the case with a text. */
        static Case parse(String text) {
            String[] parts = text.split(",", -1);
            return new Case(SmallJournal.valueOf(parts[0]), Damage.parse(parts[1]), DamageObserver.valueOf(parts[2]));
        }

        @Override
        public String toString() {
            return shape + "," + damage + "," + observer;
        }
    }

    /** A journal as it was made, and another one of the same shape. */
    private record Made(JournalImage image, KnownRecords known, JournalImage other) {}

    private final Path folder;
    private final long seed;
    private final Map<SmallJournal, Made> made = new EnumMap<>(SmallJournal.class);
    private int folders;

    /** Takes a folder for its journals, and the seed of what is in them. */
    DamageMatrix(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
    }

    private Made made(SmallJournal shape) throws IOException {
        Made known = made.get(shape);
        if (known == null) {
            JournalImage image = shape.make(folder.resolve(shape + "-" + folders++), seed);
            JournalImage other = shape.make(folder.resolve(shape + "-" + folders++), seed);
            known = new Made(image, KnownRecords.of(image), other);
            made.put(shape, known);
        }
        return known;
    }

    /** Returns all cases that are wanted. */
    List<Case> cases(Predicate<Case> isWanted) throws IOException {
        List<Case> all = new ArrayList<>();
        List<DamageObserver> observers = List.of(DamageObserver.values());
        // Each observer meets each damage of a file or sector; one of them, by the seed, each of a byte.
        var random = new SplittableRandom(seed);
        for (SmallJournal shape : SmallJournal.values()) {
            for (Damage damage : DamageCatalog.of(made(shape).image, seed)) {
                DamageObserver one = observers.get(random.nextInt(observers.size()));
                for (DamageObserver observer : damage.isSmall() ? List.of(one) : observers) {
                    var each = new Case(shape, damage, observer);
                    if (isWanted.test(each)) {
                        all.add(each);
                    }
                }
            }
        }
        return all;
    }

    /** Runs a case and returns what is wrong. */
    List<String> run(Case each) throws IOException {
        Made journal = made(each.shape);
        journal.image.restore();
        var scene = new DamageScene(journal.image, journal.known, each.shape, each.damage, journal.other);
        if (!each.observer.isLive()) {
            scene.inflict();
        }
        each.observer.observe(scene);
        if (!isFree(journal.image.folder)) {
            scene.wrong.add("the journal's locks are still held; refused before: " + scene.refusals);
            // Others shall not suffer from it.
            made.remove(each.shape);
        }
        return scene.wrong;
    }

    private static boolean isFree(Path journal) {
        try (LockFile locks = LockFile.open(journal)) {
            var hold = locks.tryHold(LockFile.OPEN, false);
            hold.ifPresent(LockFile.Hold::close);
            return hold.isPresent();
        }
    }
}
