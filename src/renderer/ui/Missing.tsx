import classes from './ui.module.css'

/** Stands where a value would: hatched, with the reason in words, so that nobody reads it as empty or zero. */
export function Missing({ why }: { why: string }) {
  return <span className={classes.missing}>{why}</span>
}
