/**
 * Recovery after a crash, verification, and the repair of damaged files. It uses the rooms {@code read}, {@code store}, {@code
 * files} and {@code format}. Start with {@link dev.ropewalk.journal.repair.Recovery}, {@link
 * dev.ropewalk.journal.repair.Verification} or {@link dev.ropewalk.journal.repair.Repair}.
 */
@NullMarked
package dev.ropewalk.journal.repair;

import org.jspecify.annotations.NullMarked;
