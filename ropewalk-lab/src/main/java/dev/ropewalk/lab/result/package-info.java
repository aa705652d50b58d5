/** Results of experiments, their statistics and their files. */
@NullMarked
package dev.ropewalk.lab.result;

import org.jspecify.annotations.NullMarked;
