import type { Translations } from '../translate.ts'

/** Chinese texts: studies. */
export const studies: Translations = {
  'This board was changed in another window and was not deleted. Look at it as it is now, then delete it again.':
    '此图版已在另一窗口中更改，未被删除。请查看其当前内容，然后再次删除。',
  'This board was changed or deleted in another window. Nothing was saved. Try again with the board as it is now.':
    '此图版已在其他窗口中更改或删除。未保存任何内容。请用当前的图版重试。',
  'This study was changed in another window. Nothing was saved. Look at what stands there now, then save again to replace it.':
    '这项研究已在另一窗口中更改。未保存任何内容。请查看其当前内容，然后再次保存以替换它。',
  'not what is stored': '与已保存的不同',
  study: '研究',
  'There is no such study.': '没有这项研究。',
  'A study has at most {0} boards. Delete one that is no longer used.':
    '一项研究最多有 {0} 个图版。请删除不再使用的图版。',
  '“{0}” always means all samples. Choose another name.': '“{0}”始终表示所有样本。请换一个名称。',
  'There is a study called “{0}” already. Choose another name.': '已有名为“{0}”的研究。请换一个名称。',
  'There is no such comparison.': '没有这项比较。',
  comparison: '比较',
  'The study has a comparison called “{0}” already. Choose another name.':
    '该研究中已有名为“{0}”的比较。请换一个名称。',
  'This name is taken.': '此名称已被使用。',
  '“All samples” cannot be archived.': '“所有样本”不能归档。',
  'Every sample belongs to “All samples”. Choose another study.':
    '每个样本都属于“所有样本”。请选择另一项研究。',
  'The study “{0}” is archived. Restore it, or choose another one.':
    '研究“{0}”已归档。请先恢复它，或选择另一项研究。',
  'Its orders are still being sent.': '其订单仍在发送。',
  'The analysis of its samples goes on.': '其样本的分析仍在进行。',
  'To stop it, open the tasks.': '如需停止，请打开任务列表。',
  'Analysis requests for {0} {1:sample|samples} from “{2}” were sent earlier, and no response came. The service may count them twice if they are sent again. To send them again, open the study and choose Analyze.':
    '来自“{2}”的 {0} 个样本的分析请求此前已发送，但没有收到响应。若再次发送，服务可能会重复计数。如需再次发送，请打开其研究并选择“分析”。',
  'The samples from “{0}” wait for their analysis. {1} ordered them, so it was not started. To start it, open the study and choose Analyze.':
    '来自“{0}”的样本正等待分析。这些样本由 {1} 订购，因此分析未启动。如需启动，请打开其研究并选择“分析”。',
  'The samples from “{0}” wait for their analysis. {1} ordered them, and the service does not say who is signed in, so it was not started. To start it, open the study and choose Analyze.':
    '来自“{0}”的样本正等待分析。这些样本由 {1} 订购，而服务未说明当前登录的用户，因此分析未启动。如需启动，请打开其研究并选择“分析”。',
  'The samples from “{0}” wait for their analysis. The service did not say who ordered them, and it may count the analysis to whoever is signed in, so it was not started. To start it, open the study and choose Analyze.':
    '来自“{0}”的样本正等待分析。服务未说明这些样本由谁订购，而分析可能计入当前登录的用户，因此分析未启动。如需启动，请打开其研究并选择“分析”。',
  'The analysis of the samples from “{0}” could not start: {1} Open their study, and choose Analyze.':
    '无法开始分析来自“{0}”的样本：{1}请打开其所属研究，然后选择“分析”。',
  'Samples that wait for their analysis could not be found: {0}': '无法找到等待分析的样本：{0}',
}
