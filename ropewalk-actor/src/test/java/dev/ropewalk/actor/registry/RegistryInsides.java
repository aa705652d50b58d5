package dev.ropewalk.actor.registry;

/** Whether the registries keep anything. */
final class RegistryInsides {
    private RegistryInsides() {}

    static boolean isEmpty(SubscriberTable events) {
        return isEmpty(events.subscribers);
    }

    static boolean isEmpty(ServiceRegistry services) {
        synchronized (services.registered.lock) {
            return isEmpty(services.registered) && isEmpty(services.subscribers) && services.untold.isEmpty();
        }
    }

    private static boolean isEmpty(Memberships<?> members) {
        synchronized (members.lock) {
            return members.groups.isEmpty() && members.groupsOf.isEmpty();
        }
    }
}
