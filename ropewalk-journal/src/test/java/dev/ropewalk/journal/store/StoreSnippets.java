package dev.ropewalk.journal.store;

/** The code that the documentation of segments shows. */
abstract class StoreSnippets {
    void walk(RecordCursor cursor) {
        // @start region="walk" :
        while (cursor.look() == RecordCursor.Place.RECORD || cursor.place() == RecordCursor.Place.INVALID) {
            cursor.pass();
        }
        // @end
    }
}
