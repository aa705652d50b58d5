package dev.ropewalk.cluster.testkit;

/** What is wrong with a {@link BrokenEngine}, and which rule it breaks. */
enum Flaw {
    /** A frame overtakes another one. */
    SWAPS_FRAMES(EngineContract.FRAMES_KEEP_THEIR_ORDER),
    /** A frame arrives twice. */
    REPEATS_FRAMES(EngineContract.FRAMES_KEEP_THEIR_ORDER),
    /** A frame arrives with another last byte. */
    CHANGES_FRAMES(EngineContract.FRAMES_KEEP_THEIR_ORDER),
    /** A frame arrives at all nodes. */
    MISDIRECTS_FRAMES(EngineContract.FRAMES_ARRIVE_WHERE_THEY_WERE_SENT),
    /** A frame that is much larger than others never arrives. */
    DROPS_LARGE_FRAMES(EngineContract.LARGE_FRAMES_GET_THROUGH),
    /** All frames are taken. */
    TAKES_ALL_FRAMES(EngineContract.FRAMES_FOR_STRANGERS_ARE_REFUSED),
    /** The last member isn't shown. */
    HIDES_A_MEMBER(EngineContract.MEMBERS_SEE_EACH_OTHER),
    /** Members are shown without their roles. */
    HIDES_ROLES(EngineContract.ROLES_ARE_SEEN),
    /** A node owns shards whatever role it needs for that. */
    IGNORES_ROLES(EngineContract.SHARDS_STAY_WITH_THEIR_ROLE),
    /** A type has no owners until the first node hosts it. */
    NEEDS_THE_FIRST_NODE(EngineContract.TYPES_MAY_BE_ON_SOME_NODES),
    /** All clusters are one. */
    MEETS_ALL_CLUSTERS(EngineContract.OTHER_CLUSTERS_STAY_APART),
    /** Nobody is told that it is removed. */
    TELLS_NO_REMOVAL(EngineContract.LEAVING_ENDS_A_MEMBER),
    /** A node leaves though it has something left to send. */
    WAITS_FOR_NO_REST(EngineContract.LEAVING_WAITS_FOR_WHAT_IS_LEFT),
    /** A node isn't told that its shards have left it. */
    ASKS_FOR_NO_REST(EngineContract.LEAVING_WAITS_FOR_WHAT_IS_LEFT),
    /** A node that leaves at once ends without telling the others. */
    TELLS_NOBODY_THAT_IT_LEAVES(EngineContract.LEAVING_AT_ONCE_IS_TOLD),
    /** Members that were removed are still shown. */
    SHOWS_THE_REMOVED(EngineContract.THE_DEAD_ARE_REMOVED),
    /** A frame for a node arrives at the next one of its address. */
    KNOWS_ADDRESSES_ONLY(EngineContract.A_RESTARTED_NODE_IS_ANOTHER),
    /** An address in use is replaced by another one. */
    CHOOSES_ADDRESSES(EngineContract.AN_ADDRESS_IN_USE_IS_REFUSED),
    /** As {@link #TELLS_NO_REMOVAL}. */
    TELLS_NO_ISOLATION(EngineContract.THE_ISOLATED_ARE_REMOVED),
    /** All nodes are told that they own a shard. */
    ASSIGNS_TO_ALL(EngineContract.A_SHARD_HAS_ONE_OWNER),
    /** No node is told that it owns a shard. */
    TELLS_NO_OWNER(EngineContract.A_SHARD_HAS_ONE_OWNER),
    /** A shard has its next owner while the one before ends what lives there. */
    WAITS_FOR_NO_OWNER(EngineContract.A_HAND_OFF_WAITS_FOR_THE_OWNER),
    /** A shard keeps its first owner for ever. */
    REMEMBERS_OWNERS(EngineContract.SHARDS_OF_THE_DEAD_MOVE),
    /** As {@link #TELLS_NO_REMOVAL}. */
    TELLS_NO_LOSS(EngineContract.SHARDS_OF_THE_ISOLATED_MOVE);

    private final EngineContract rule;

    Flaw(EngineContract rule) {
        this.rule = rule;
    }

    EngineContract rule() {
        return rule;
    }
}
