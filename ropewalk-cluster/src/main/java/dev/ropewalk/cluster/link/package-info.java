/** The link to another node: messages with credit, each loss of which is found, and a small reliable stream of control records. */
@NullMarked
package dev.ropewalk.cluster.link;

import org.jspecify.annotations.NullMarked;
