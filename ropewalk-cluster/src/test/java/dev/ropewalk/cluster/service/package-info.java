/** Tests of services and topics of nodes. */
@NullMarked
package dev.ropewalk.cluster.service;

import org.jspecify.annotations.NullMarked;
