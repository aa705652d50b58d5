/**
 * An append-only log in memory-mapped files, shared by threads and processes and safe against crashes.
 *
 * {@snippet class="dev.ropewalk.journal.snippets.JournalSnippets" region="overview" :
 * try (Journal journal = Journal.open(Path.of("orders"))) {
 *     Appender appender = journal.appender();
 *     long index = appender.append("hello".getBytes(UTF_8));
 *
 *     Tailer tailer = journal.tailer("billing");
 *     tailer.poll((memory, offset, length, at) -> bill(memory.asSlice(offset, length)));
 *     tailer.commit();
 * }
 * }
 *
 * <ul>
 *   <li>{@link dev.ropewalk.journal.Journal}: a directory that any number of threads and processes have open at once, with
 *       {@link dev.ropewalk.journal.JournalOptions} for segments, rolling, {@link dev.ropewalk.journal.Retention} and
 *       {@link dev.ropewalk.journal.Durability}.
 *   <li>{@link dev.ropewalk.journal.Appender}: appends records at once, one by one in place, in batches, or with a future that
 *       completes when they are durable. One for each thread; or one for all processes, which is faster, by
 *       {@link dev.ropewalk.journal.Journal#exclusiveAppender()}.
 *   <li>{@link dev.ropewalk.journal.Tailer}: reads records without a copy, from the start, the end, an index, or a named
 *       cursor that survives restarts. One for each thread.
 *   <li>{@link dev.ropewalk.journal.RecordPublisher} and {@link dev.ropewalk.journal.RecordSubscriber}: a journal as source and sink of
 *       {@link java.util.concurrent.Flow}, on demand and without a thread.
 * </ul>
 *
 * <h2>What is guaranteed</h2>
 *
 * <ul>
 *   <li>Records have one order, the same for all readers, and an index in it that grows. The records of one appender are in
 *       the order of its calls. Indices may have gaps, where a writer died or gave up.
 *   <li>A record is seen whole or not at all. A reader checks its CRC32C unless it is told not to.
 *   <li>A record whose append has returned survives the death of any process, at any moment and in any way. It survives the
 *       machine's if it was durable: {@link dev.ropewalk.journal.Durability} says when it is, and
 *       {@link dev.ropewalk.journal.Journal#force()} makes it so.
 *   <li>A process that dies or is stopped holds up no other for good. What it had claimed and not committed is invalidated, and
 *       should it wake up, its commit is refused with a {@link dev.ropewalk.journal.ClaimInvalidatedException}.
 *   <li>A torn end, which a machine's crash may leave, is cut and reported at the next opening. Damage of what was durable is
 *       never cut silently: it is a {@link dev.ropewalk.journal.JournalCorruptException} that says where.
 *   <li>Space is allocated before it is used: a full disk is a {@link dev.ropewalk.journal.JournalFullException} for the appender
 *       that needs the next segment, and nothing is lost. A failed force is never tried again and passed off as a success: it is
 *       a {@link dev.ropewalk.journal.JournalPoisonedException} in all processes.
 * </ul>
 *
 * <h2>Memory consistency</h2>
 *
 * What a thread did before it appended a record <i>happens-before</i> what another thread of the same process does in the
 * handler of that record, or after it was handed over. Between processes the same holds for what is in the record, and in
 * other mapped files.
 *
 * <h2>Files and locks</h2>
 *
 * The directory must be on a local file system with hard links and POSIX locks, and must not be moved while it is open. A
 * process that has a journal open must not open the file {@code journal.lock} by other means: closing it would drop the
 * journal's locks. Two copies of this library in one JVM, by two class loaders, must not open the same journal.
 *
 * <h2>Native access</h2>
 *
 * Everything works without, and no warning is printed, because no restricted method is called then. With
 *
 * <ul>
 *   <li>{@code --enable-native-access=dev.ropewalk.journal} on the module path,
 *   <li>{@code --enable-native-access=ALL-UNNAMED} on the class path
 * </ul>
 *
 * segments are allocated by the system instead of by writing zeros, which takes microseconds instead of milliseconds and is
 * done off the path of appends in both cases; pages can be made present in one call; a claim that a living process leaves
 * open for too long can be invalidated, while without it only claims of dead processes are; and the journal's own threads run on
 * all CPUs of the process. Without it they inherit, on Linux, the CPUs of the thread that happens to start them: so let no
 * pinned thread be the first that makes an appender or forces.
 *
 * <h2>Platforms</h2>
 *
 * 64-bit Linux, in containers too: processes need to share the directory, not process numbers. On a file system that copies on
 * write (ZFS, bcachefs, btrfs) a full disk may also show at an append, as an {@link java.lang.InternalError} or the end of the JVM: leave
 * room there, or give the directory the attribute {@code C} on btrfs. On macOS everything but the
 * native calls should work and isn't tested. Windows can't delete files that are mapped, so retention doesn't work there.
 */
@NullMarked
package dev.ropewalk.journal;

import org.jspecify.annotations.NullMarked;
