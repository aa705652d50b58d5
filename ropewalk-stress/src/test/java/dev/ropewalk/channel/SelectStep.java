package dev.ropewalk.channel;

/** An operation of two channels. Selects are named by their clauses, which are looked at in order. */
public enum SelectStep {
    SEND_ONE,
    TRY_SEND_ONE,
    TRY_RECEIVE_ONE,
    TRY_SEND_TWO,
    TRY_RECEIVE_TWO,
    RECEIVE_TWO,
    SELECT_RECEIVES,
    SELECT_SENDS,
    SELECT_RECEIVE_ONE_SEND_TWO,
    SELECT_RECEIVE_TWO_SEND_ONE,
    SELECT_SELF,
    CANCEL_FIRST,
    CANCEL_LAST,
    CLOSE_ONE,
    FAIL_TWO;

    boolean isEnd() {
        return this == CLOSE_ONE || this == FAIL_TWO;
    }
}
