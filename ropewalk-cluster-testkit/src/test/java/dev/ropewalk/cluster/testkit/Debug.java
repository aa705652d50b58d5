package dev.ropewalk.cluster.node;
public class Debug { public static void dump(dev.ropewalk.cluster.Cluster c) { try {
 var f = JoinedCluster.class.getDeclaredField("node"); f.setAccessible(true); ClusterNode n = (ClusterNode) f.get(c);
 n.regions().forEach(r -> r.forEachRoute(x -> System.out.println(n.self() + " " + x.debug()))); } catch (Exception e) { e.printStackTrace(); } } }
