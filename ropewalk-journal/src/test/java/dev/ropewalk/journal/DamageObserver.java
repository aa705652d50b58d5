package dev.ropewalk.journal;

import dev.ropewalk.journal.files.SmallJournal;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** What may meet a damaged journal: what each does, and what it should get. The live ones have it open meanwhile. */
enum DamageObserver {
    /** Reads from the start and writes nothing. */
    TAILER {
        @Override
        void observe(DamageScene scene) {
            List<KnownRecords.Entry> got = new ArrayList<>();
            scene.attempt(() -> {
                try (Journal journal = Journal.openReadOnly(scene.folder);
                        Tailer tailer = journal.tailer()) {
                    scene.read(tailer, got);
                }
            });
            new DamageJudge(scene).reads(scene.visible(), got);
        }
    },
    /** Recovers the journal and reads from the start. */
    OPENER {
        @Override
        void observe(DamageScene scene) {
            List<KnownRecords.Entry> got = new ArrayList<>();
            scene.attempt(() -> {
                try (Journal journal = scene.open();
                        Tailer tailer = journal.tailer()) {
                    scene.readOverClaims(tailer, got);
                }
            });
            new DamageJudge(scene).reads(scene.recovered(), got).leaves(got);
        }
    },
    /** Goes on at a named cursor, commits it, and comes again. */
    CURSOR {
        @Override
        void observe(DamageScene scene) {
            List<KnownRecords.Entry> got = new ArrayList<>();
            boolean isRead = scene.attempt(() -> {
                try (Journal journal = scene.open();
                        Tailer tailer = journal.tailer(SmallJournal.CURSOR)) {
                    scene.readOverClaims(tailer, got);
                    tailer.commit();
                }
            });
            readOn(scene, got, isRead);
        }
    },
    /** Goes to each index. */
    SEEKER {
        @Override
        void observe(DamageScene scene) {
            scene.attempt(() -> {
                try (Journal journal = Journal.openReadOnly(scene.folder);
                        Tailer tailer = journal.tailer()) {
                    seekEach(scene, tailer, scene.visible());
                }
            });
        }
    },
    /** Reads from the end to the start. */
    BACKWARDS {
        @Override
        void observe(DamageScene scene) {
            scene.attempt(() -> {
                try (Journal journal = Journal.openReadOnly(scene.folder);
                        Tailer tailer = journal.tailer()) {
                    readBackwards(scene, tailer, scene.visibleBackwards());
                }
            });
        }
    },
    /** Recovers the journal, appends beside others and forces. */
    APPENDER {
        @Override
        void observe(DamageScene scene) {
            append(scene, Journal::appender);
        }
    },
    /** Does the same alone. */
    EXCLUSIVE_APPENDER {
        @Override
        void observe(DamageScene scene) {
            append(scene, Journal::exclusiveAppender);
        }
    },
    /** Reads every byte. What it finds no fault with others must be able to read. */
    VERIFIER {
        @Override
        void observe(DamageScene scene) {
            boolean[] intact = {false};
            scene.attempt(() -> intact[0] = Journal.verify(scene.folder).isIntact());
            if (intact[0]) {
                TAILER.observe(scene);
                if (!scene.refusals.isEmpty()) {
                    scene.wrong.add("verify found no damage");
                }
            }
        }
    },
    /** Repairs, which may cut durable records and says so, and reads. */
    REPAIRER {
        @Override
        void observe(DamageScene scene) {
            List<KnownRecords.Entry> got = new ArrayList<>();
            RepairReport[] report = {null};
            boolean isRepaired = scene.attempt(() -> report[0] = Journal.repair(scene.folder));
            if (isRepaired) {
                boolean isOpen = scene.attempt(() -> {
                    VerificationReport verified = Journal.verify(scene.folder);
                    if (!verified.isIntact()) {
                        scene.wrong.add("after the repair there is " + verified);
                    }
                    try (Journal journal = scene.open();
                            Tailer tailer = journal.tailer()) {
                        scene.readOverClaims(tailer, got);
                    }
                });
                if (!isOpen) {
                    scene.wrong.add("the repaired journal is refused");
                }
                new DamageJudge(scene).repaired(report[0], got);
            }
        }
    },
    /** Has read half of it when the damage comes. */
    LIVE_TAILER {
        @Override
        void observe(DamageScene scene) {
            List<KnownRecords.Entry> half = new ArrayList<>();
            List<KnownRecords.Entry> whole = new ArrayList<>();
            scene.attempt(() -> {
                try (Journal journal = scene.open();
                        Tailer ahead = journal.tailer();
                        Tailer behind = journal.tailer()) {
                    scene.isLive = true;
                    // Not to the midst of a batch, whose CRC is looked at once.
                    for (int i = 0; i < scene.recovered().size() / 2 || ahead.place().inFrame > 0; i++) {
                        half.add(copyOf(ahead.tryRead().orElseThrow()));
                    }
                    scene.inflict();
                    scene.attempt(() -> scene.readOverClaims(ahead, half));
                    scene.attempt(() -> scene.readOverClaims(behind, whole));
                }
            });
            new DamageJudge(scene)
                    .reads(scene.recovered(), half)
                    .reads(scene.recovered(), whole)
                    .leaves(whole);
        }
    },
    /** Has a named cursor when the damage comes. */
    LIVE_CURSOR {
        @Override
        void observe(DamageScene scene) {
            List<KnownRecords.Entry> got = new ArrayList<>();
            boolean[] isCommitted = {false};
            scene.attempt(() -> {
                try (Journal journal = scene.open();
                        Tailer tailer = journal.tailer(SmallJournal.CURSOR)) {
                    scene.isLive = true;
                    scene.inflict();
                    scene.readOverClaims(tailer, got);
                    tailer.commit();
                    isCommitted[0] = true;
                }
            });
            readOn(scene, got, isCommitted[0]);
        }
    },
    /** Seeks each index after the damage came. */
    LIVE_SEEKER {
        @Override
        void observe(DamageScene scene) {
            scene.attempt(() -> {
                try (Journal journal = scene.open();
                        Tailer tailer = journal.tailer()) {
                    scene.isLive = true;
                    scene.inflict();
                    seekEach(scene, tailer, scene.recovered());
                }
            });
        }
    },
    /** Reads backwards after the damage came. */
    LIVE_BACKWARDS {
        @Override
        void observe(DamageScene scene) {
            scene.attempt(() -> {
                try (Journal journal = scene.open();
                        Tailer tailer = journal.tailer()) {
                    scene.isLive = true;
                    tailer.seekToEnd();
                    scene.inflict();
                    readBackwards(scene, tailer, scene.recovered());
                }
            });
        }
    },
    /** Has appended when the damage comes, and appends on. */
    LIVE_APPENDER {
        @Override
        void observe(DamageScene scene) {
            appendLive(scene, Journal::appender);
        }
    },
    /** Does the same alone. */
    LIVE_EXCLUSIVE_APPENDER {
        @Override
        void observe(DamageScene scene) {
            appendLive(scene, Journal::exclusiveAppender);
        }
    };

    /** Looks at a journal that is damaged, or does the damage itself if it is a live one, and leaves in the scene what is wrong. */
    abstract void observe(DamageScene scene);

    boolean isLive() {
        return name().startsWith("LIVE");
    }

    private static void readOn(DamageScene scene, List<KnownRecords.Entry> got, boolean isCommitted) {
        var judge = new DamageJudge(scene).resumes(got);
        List<KnownRecords.Entry> again = new ArrayList<>();
        boolean isRead = isCommitted
                && scene.attempt(() -> {
                    try (Journal journal = scene.open();
                            Tailer tailer = journal.tailer(SmallJournal.CURSOR)) {
                        scene.readOverClaims(tailer, again);
                    }
                });
        if (isRead
                && !again.isEmpty()
                && !scene.damage.touches("cursors/" + SmallJournal.CURSOR + ".cursor", 0, 4096)) {
            scene.wrong.add("record " + again.getFirst().index() + " comes again behind the committed cursor");
        }
        judge.leaves(got);
    }

    private static KnownRecords.Entry copyOf(JournalRecord record) {
        return new KnownRecords.Entry(record.index(), ByteBuffer.wrap(record.payload()));
    }

    private static void seekEach(DamageScene scene, Tailer tailer, List<KnownRecords.Entry> wanted) {
        int next = 0;
        long first = wanted.isEmpty() ? 0 : wanted.getFirst().index();
        long last = wanted.isEmpty() ? -1 : wanted.getLast().index();
        for (long index = first; index <= last; index++) {
            while (wanted.get(next).index() < index) {
                next++;
            }
            long sought = index;
            List<KnownRecords.Entry> got = new ArrayList<>();
            int before = scene.refusals.size();
            scene.attempt(() -> {
                try {
                    tailer.seek(sought);
                    if (!scene.isLive || scene.hasNextOverClaims(tailer)) {
                        tailer.tryRead().ifPresent(record -> got.add(copyOf(record)));
                    }
                } catch (IllegalArgumentException e) {
                    // It isn't there: the judge knows whether it should be.
                    got.clear();
                }
            });
            boolean isRefused = scene.refusals.size() > before;
            if (!isRefused || !got.isEmpty()) {
                new DamageJudge(scene).seeks(wanted.subList(next, next + 1), got);
            }
        }
    }

    private static void readBackwards(DamageScene scene, Tailer tailer, List<KnownRecords.Entry> wanted) {
        List<KnownRecords.Entry> got = new ArrayList<>();
        boolean isRead = scene.attempt(() -> tailer.seekToEnd()
                .pollBackwards(
                        (memory, offset, length, index) -> got.add(new KnownRecords.Entry(
                                index,
                                ByteBuffer.wrap(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE)))),
                        Integer.MAX_VALUE));
        Collections.reverse(got);
        new DamageJudge(scene).readsBackwards(wanted, got, isRead);
    }

    private static void append(DamageScene scene, Function<Journal, Appender> kind) {
        scene.attempt(() -> {
            try (Journal journal = scene.open();
                    Appender appender = kind.apply(journal)) {
                scene.append(journal, appender, 3);
            }
        });
        readBack(scene, new ArrayList<>());
    }

    private static void appendLive(DamageScene scene, Function<Journal, Appender> kind) {
        List<KnownRecords.Entry> got = new ArrayList<>();
        scene.attempt(() -> {
            try (Journal journal = scene.open();
                    Appender appender = kind.apply(journal)) {
                scene.append(journal, appender, 1);
                scene.isLive = true;
                scene.inflict();
                scene.append(journal, appender, 3);
                try (Tailer tailer = journal.tailer()) {
                    scene.readOverClaims(tailer, got);
                }
            }
        });
        readBack(scene, got);
    }

    private static void readBack(DamageScene scene, List<KnownRecords.Entry> before) {
        var judge = new DamageJudge(scene);
        if (!before.isEmpty()) {
            judge.readsAppended(before);
        }
        List<KnownRecords.Entry> got = new ArrayList<>();
        scene.attempt(() -> {
            try (Journal journal = Journal.openReadOnly(scene.folder);
                    Tailer tailer = journal.tailer()) {
                scene.read(tailer, got);
            }
        });
        judge.readsAppended(got).leaves(got);
    }
}
