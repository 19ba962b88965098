/** What a drugs thread is started with. The one that `reads` writes nothing but what it has to mend. */
export type DrugsTask = { file: string; role: 'reads' | 'writes' }

/** Not an answer: something a person should know, or that kept drugs wait to be indexed by the thread that writes. */
export type DrugsThreadMessage = { word: string } | { waiting: true }
