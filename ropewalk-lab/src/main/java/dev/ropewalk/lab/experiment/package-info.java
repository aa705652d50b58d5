/** What an experiment is made of: a grid of cells, contenders, passes and metrics. */
@NullMarked
package dev.ropewalk.lab.experiment;

import org.jspecify.annotations.NullMarked;
