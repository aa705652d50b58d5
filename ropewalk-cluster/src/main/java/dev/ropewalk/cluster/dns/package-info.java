/** Questions to servers of the DNS. */
@NullMarked
package dev.ropewalk.cluster.dns;

import org.jspecify.annotations.NullMarked;
