/**
 * What nodes know of each other's actors: which are registered for services, and which topics are subscribed to.
 *
 * <p>Start with {@link dev.ropewalk.cluster.service.ClusterServices}.
 */
@NullMarked
package dev.ropewalk.cluster.service;

import org.jspecify.annotations.NullMarked;
