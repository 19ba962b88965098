import type { Translations } from '../translate.ts'

/** Studies and what they say of their samples. */
export const studies: Translations = {
  study: '研究',
  'There is no such study.': '没有这项研究。',
  '“{0}” always means all samples. Choose another name.': '“{0}”始终表示所有样本。请换一个名称。',
  'There is a study called “{0}” already. Choose another name.': '已有名为“{0}”的研究。请换一个名称。',
  'This name is taken.': '此名称已被使用。',
  '“All samples” cannot be archived.': '“所有样本”不能归档。',
  'Every sample belongs to “All samples”. Choose another study.':
    '每个样本都属于“所有样本”。请选择另一项研究。',
  'The study “{0}” is archived. Restore it, or choose another one.':
    '研究“{0}”已归档。请先恢复它，或选择另一项研究。',
  'The analysis of the samples from “{0}” could not start: {1} Open their study, and choose Analyze.':
    '无法开始分析来自“{0}”的样本：{1}请打开其所属研究，然后选择“分析”。',
  'Samples that wait for their analysis could not be found: {0}': '无法找到等待分析的样本：{0}',
}
