/** Nodes of a cluster that are pods of Kubernetes, and find each other by its API: {@link dev.ropewalk.cluster.kubernetes.KubernetesDiscovery}. */
@NullMarked
package dev.ropewalk.cluster.kubernetes;

import org.jspecify.annotations.NullMarked;
