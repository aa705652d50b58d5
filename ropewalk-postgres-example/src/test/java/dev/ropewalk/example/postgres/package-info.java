/** A bank whose accounts are entities with their state in PostgreSQL. */
@NullMarked
package dev.ropewalk.example.postgres;

import org.jspecify.annotations.NullMarked;
