/** What each engine must keep, as checks. */
@NullMarked
package dev.ropewalk.cluster.testkit.contract;

import org.jspecify.annotations.NullMarked;
