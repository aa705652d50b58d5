/**
 * The order in which ready actions start, and which of them ask the budget. It uses the room {@code plan}. Start with
 * {@link dev.ropewalk.graph.order.ReadyActions}, then {@link dev.ropewalk.graph.order.BudgetedActions}.
 */
@NullMarked
package dev.ropewalk.graph.order;

import org.jspecify.annotations.NullMarked;
