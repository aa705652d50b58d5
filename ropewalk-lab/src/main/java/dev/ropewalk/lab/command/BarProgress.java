package dev.ropewalk.lab.command;

import dev.ropewalk.lab.driver.Progress;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.List;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A live bar with the time left. */
final class BarProgress implements Progress {
    private static final int STEPS_PER_CELL = 1000;
    private static final int UPDATE_MILLIS = 500;

    private final ProgressBar bar;

    BarProgress(String experiment, int cells) {
        bar = new ProgressBarBuilder()
                .setTaskName(experiment)
                .setInitialMax((long) cells * STEPS_PER_CELL)
                .setUnit(" cells", STEPS_PER_CELL)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .build();
    }

    @Override
    public void at(double cells, String what) {
        bar.stepTo((long) (cells * STEPS_PER_CELL));
        bar.setExtraMessage(what);
    }

    @Override
    public void cellDone(int index, Params params, List<Result> results, List<Skipped> skipped) {
        at(index + 1.0, "");
    }

    @Override
    public void close() {
        bar.close();
    }
}
