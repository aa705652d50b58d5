/**
 * Operators that run as processes between channels, and the ticks of tickers.
 *
 * <p>It uses the rooms core and scope. Start reading with {@link dev.ropewalk.channel.operator.Operator}.
 */
@NullMarked
package dev.ropewalk.channel.operator;

import org.jspecify.annotations.NullMarked;
