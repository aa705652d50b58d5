/** Experiment {@code pi}: many small jobs whose results are added up, in one concurrency model after another. */
@NullMarked
package dev.ropewalk.lab.pi;

import org.jspecify.annotations.NullMarked;
