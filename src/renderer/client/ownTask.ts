/** Runs long work in its own task if the browser supports that, to keep the calling task short. */
export const inOwnTask = async <T>(work: () => T | Promise<T>): Promise<T> =>
  'scheduler' in window ? window.scheduler.postTask(work) : work()
