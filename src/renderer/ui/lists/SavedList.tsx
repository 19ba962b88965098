import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { NameForm } from '../forms/NameForm.tsx'
import classes from './SavedList.module.css'

type Saved = { searchId: string; name: string; address: string }

type Props = {
  /** Left out: not known yet. */
  saved: readonly Saved[] | undefined
  /** Says why what is in front cannot be saved; null where it can. */
  disabledReason: string | null
  words: {
    name: string
    save: string
    none: string
    rename(name: string): string
    remove(name: string): string
  }
  save(name: string): void
  open(saved: Saved): void
  rename(saved: Saved, name: string): void
  remove(saved: Saved): void
  /** What went wrong with it. */
  children: ReactNode
}

/** Addresses under a name: saves the one in front, opens, renames and removes those that are saved. */
export function SavedList({ saved, disabledReason, words, save, open, rename, remove, children }: Props) {
  return (
    <>
      <NameForm label={words.name} action={words.save} disabled={disabledReason !== null} submit={save} />
      {disabledReason !== null && <p className={classes.note}>{disabledReason}</p>}
      {children}
      {saved?.length === 0 && <p className={classes.note}>{words.none}</p>}
      <ul className={classes.list}>
        {saved?.map((one) => (
          <Line
            key={one.searchId}
            saved={one}
            words={words}
            open={() => open(one)}
            rename={(name) => rename(one, name)}
            remove={() => remove(one)}
          />
        ))}
      </ul>
    </>
  )
}

type LineProps = {
  saved: Saved
  words: Props['words']
  open(): void
  rename(name: string): void
  remove(): void
}

function Line({ saved: { name, address }, words, open, rename, remove }: LineProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  if (isRenaming)
    return (
      <li>
        <NameForm
          label={words.rename(name)}
          action={words.save}
          name={name}
          submit={(newName) => {
            setIsRenaming(false)
            rename(newName)
          }}
        />
      </li>
    )
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} title={address} onClick={open}>
        {name}
      </button>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={words.rename(name)}
        onClick={() => setIsRenaming(true)}
      >
        <IconPencil size={14} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.remove(name)} onClick={remove}>
        <IconTrash size={14} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  )
}
