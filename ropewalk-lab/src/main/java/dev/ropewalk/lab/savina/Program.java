package dev.ropewalk.lab.savina;

/**
 * One of the programs, written once per runtime with the same structure.
 *
 * <p>Both versions have the same actors, which send each other the same messages. Where an answer is wanted, Pekko's
 * version takes the sender that Pekko sends along with every message, and Ropewalk's puts a ref into the message. A message
 * that a sender sends again and again unchanged is made once, in both. An iteration begins with the spawning of the actors,
 * and ends when all have stopped.
 */
interface Program {
    /** Returns the name, as on the command line. */
    String label();

    /** Returns what the program does, in a sentence. */
    String description();

    /** Returns what every runtime must answer, computed without actors. */
    String answer(Scale scale);

    /** Runs the program to its end and returns its answer; most have a {@link RopewalkRoot}. */
    String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception;

    /** Runs the program to its end and returns its answer; most have a {@link PekkoRoot}. */
    String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception;
}
