/** Tables and pages made of results. */
@NullMarked
package dev.ropewalk.lab.report;

import org.jspecify.annotations.NullMarked;
