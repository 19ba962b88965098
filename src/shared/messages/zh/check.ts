import type { Translations } from '../translate.ts'

/** Chinese texts: the check of a file, row by row. */
export const check: Translations = {
  '“{0}” was already ordered or is in another batch, so it will not be ordered again. If this is a different sample, give it another name.':
    '“{0}”已经下过订单或已在另一批次中，因此不会再次下单。如果这是另一个样本，请给它另取一个名称。',
  '“{0}” may have been ordered already: the response to its order was lost, so it will not be ordered again. Look for it at the service, then settle it as placed or not placed.':
    '“{0}”可能已经下过订单：该订单的响应已丢失，因此不会再次下单。请在服务中查找，然后将其确认为已下单或未下单。',
  'that of a sample ordered before': '此前已下单的样本的名称',
  'has nothing in all rows: enter a value': '在所有行中都没有值：请填写一个值',
  'cannot be “{0}” in all rows: {1}': '不能在所有行中都为“{0}”：{1}',
  '“{0}” is not a day of the calendar, whose years begin with 1. Correct it.':
    '“{0}”不是日历中的日期，其年份从 1 开始。请修正。',
  '“{0}” lies {1}, which is most likely a slip. Check it; it is sent as it stands.':
    '“{0}”{1}，很可能是笔误。请核对；将按原样发送。',
  "“{0}” is perhaps a spreadsheet's number for a day, made of a name (SEPT2 becomes 2-Sep, then 44806). Check it; it is sent as it stands.":
    '“{0}”可能是电子表格的日期序号，由名称转换而来（SEPT2 先变成 2-Sep，再变成 44806）。请核对；将按原样发送。',
  'Days of this column are read as {0}: “{1}” is sent as {2}, and all others like it. If another day is meant, choose another form of days.':
    '此列的日期按 {0} 读取：“{1}”发送为 {2}，其他类似的值也是如此。如果是另一个日期，请选择其他日期写法。',
  'Only you know which is meant': '只有您知道应是哪一种',
  'Choose {0}': '请选择 {0}',
  'All days of “{0}” can be read as {1}, but not all as {2}. {3}, then check again: a day that fits both forms is read as {4} now.':
    '“{0}”的所有日期都可以按 {1} 读取，但不都能按 {2} 读取。{3}，然后重新检查：两种写法都符合的日期目前按 {4} 读取。',
  '“{0}” in “{1}” is a day only as {2}, though the column is read as {3}, so others in it may be of that form too. Correct it, and look at the days that fit both forms, or choose {4}.':
    '“{1}”中的“{0}”只有按 {2} 才是日期，但该列按 {3} 读取，因此其他值也可能是那种写法。请修正它并核对两种写法都符合的日期，或选择 {4}。',
  '“{0}” is not a valid date. Correct it, or leave the cell empty.':
    '“{0}”不是日历中的日期。请修正，或将单元格留空。',
  '“{0}” is not a valid date when read as {1}. Correct it, or leave the cell empty.':
    '按 {1} 读取时，“{0}”不是日历中的日期。请修正，或将单元格留空。',
  '“{0}” has a year of two digits, which may be two years. Write all four digits of it.':
    '“{0}”的年份只有两位数字，可能是两个不同的年份。请写出全部四位。',
  '“{0}” is not a day in the form {1} (such as 2026-04-03). Correct it, or choose the form that the days of this column have. Other forms are not guessed, since 03/04 may mean two days.':
    '“{0}”不是 {1} 形式的日期（如 2026-04-03）。请修正，或选择此列日期的写法。不会猜测其他写法，因为 03/04 可能是两个日期。',
  '“{0}” is not a day in the form {1}. Correct it, or choose the form that the days of this column have. Other forms are not guessed, since 03/04 may mean two days.':
    '“{0}”不是 {1} 形式的日期。请修正，或选择此列日期的写法。不会猜测其他写法，因为 03/04 可能是两个日期。',
  "“{0}” is a spreadsheet's number for a day (probably {1}). Format the column as YYYY-MM-DD and save the file again.":
    '“{0}”是电子表格的日期序号（可能是 {1}）。请将该列设为 YYYY-MM-DD 格式并重新保存文件。',
  '“{0}” does not have the form of “{1}”, which is {2}. Correct it{3}.':
    '“{0}”不符合“{1}”的格式 {2}。请修正{3}。',
  'Every order needs “{0}”, but the cell is empty. Fill it in.':
    '“{0}”是每个订单必需的，但单元格为空。请填写。',
  'Choose one of them{0}.': '请从中选择{0}。',
  'Write “{0}”{1}.': '请填写“{0}”{1}。',
  'that on line {0}': '第 {0} 行的名称',
  'The name looks the same as {0}, but is written with other characters, so that they are two samples. If they are one, type both names anew; they are sent as they stand.':
    '该名称看起来与{0}相同，但使用了不同的字符，因此是两个样本。如果是同一个样本，请重新输入两个名称；将按原样发送。',
  'looks ahead or back': '含有前后查找',
  'refers to a group or to the edge of a word': '引用了分组或单词边界',
  'changes how a group is read': '改变了分组的读取方式',
  '“{0}” is no regular expression ({1}). Correct it.': '“{0}”不是正则表达式（{1}）。请修正。',
  '“{0}” {1}, which could take without end. Write it with characters, classes, groups, “|” and repetitions only.':
    '“{0}”{1}，可能永远无法完成。请只用字符、字符类、分组、“|”和重复来书写。',
  'The pattern is too large: it repeats too much that is long. Make it shorter, or leave out numbers in braces.':
    '模式过大：重复了过多较长的内容。请将其缩短，或去掉花括号中的数字。',
  'This row repeats line {0}. The sample is ordered once.': '该行与第 {0} 行相同。订单只下一次。',
  'Line {0} has the same name “{1}” but other values. Give each sample its own name, or remove one of the rows.':
    '“{1}”在第 {0} 行是另一个值不同的样本。请为每个样本使用各自的名称，或删除其中一行。',
  '“{0}” means a missing value, and the rest of the row is empty. Name the sample, or delete the row.':
    '“{0}”表示缺失值，且该行没有其他内容，因此不是样本。请填写样本名称，或删除该行。',
  'Row {0} holds the name “{1}” and nothing else, where other rows hold more. It is read as a sample. Delete it if it is a heading or a note.':
    '第 {0} 行只有名称“{1}”，而其他行有更多内容。该行仍作为样本读取；如果它是标题或注释，请删除。',
  '{0} rows hold a name and nothing else (“{1}” first), where other rows hold more. They are read as samples. Delete those that are headings or notes.':
    '有 {0} 行只有名称（首个为“{1}”），而其他行有更多内容。这些行仍作为样本读取；请删除其中的标题或注释。',
  'The header “{0}” names {1}, but these ages are read in {2}. Choose {3} as their unit, or correct the header in the file.':
    '表头“{0}”写的是{1}，但这些年龄按{2}读取。请选择{3}作为单位，或在文件中修正表头。',
  'The workbook holds a date here, which is perhaps a name that was turned into one (as SEPT2 becomes 2-Sep). Check it; it is sent as it stands.':
    '工作簿此处是日期，可能由名称转换而来（如 SEPT2 变成 2-Sep）。请核对；将按原样发送。',
  'has bounds but is no number: leave them out': '有上下限但不是数字：请去掉上下限',
  'allows nothing between {0} and {1}: turn the bounds round':
    '不允许 {0} 到 {1} 之间的任何值：请将上下限对调',
  'allows no age between 0 and {0}: correct the bounds': '不允许 0 到 {0} 之间的任何年龄：请修正上下限',
  'has a pattern that cannot be used: {0}': '的模式无法使用：{0}',
  'offers a choice twice: leave one out': '有重复的可选值：请去掉一个',
  'offers “{0}”, which it refuses: {1}': '提供了可选值“{0}”，但又拒绝它：{1}',
  'offers “{0}”, which is sent as “{1}”: offer that instead':
    '提供了可选值“{0}”，但它会发送为“{1}”：请改为提供后者',
  'All numbers of “{0}” that have a “{1}” have three digits after it: “{2}” may be {3} or {4}. Choose the decimal sign of the file, and it is read so, or write the numbers without a sign between thousands ({5}).':
    '“{0}”中所有含“{1}”的数字后面都有三位：“{2}”可能是 {3} 或 {4}。请选择文件的小数符号，将按其读取；或在书写数字时不使用千位分隔符（{5}）。',
  'The row was saved because it was broken. Compare it with the original file and correct it; then delete its cell {0}, which prevents it from being sent.':
    '此行因有错误而保存。请与原文件核对并修正，然后删除其单元格 {0}，该单元格会阻止发送此行。',
  'A quote opens on line {0} and is not closed. Close it at the end of the cell, or remove it; a quote inside a cell is written twice.':
    '第 {0} 行开始的引号没有闭合。请在单元格末尾闭合，或将其删除；单元格内的引号要写两次。',
  'The row stands after the quote that opens on line {0} and is not closed, so it may be part of that cell. Close that quote first.':
    '该行位于第 {0} 行开始且未闭合的引号之后，因此可能属于那个单元格。请先闭合那个引号。',
  'Text stands after the quote that closes the cell. A quote inside a quoted cell is written twice.':
    '闭合单元格的引号之后还有文字。引号内的引号要写两次。',
  'A quote stands inside a cell without quotes. Put the whole cell in quotes and write the inner quote twice.':
    '未加引号的单元格内有引号。请将整个单元格放入引号中，并将里面的引号写两次。',
  'The cell has more than 32,767 characters, more than a spreadsheet can hold. Shorten it.':
    '单元格超过 32,767 个字符，超出电子表格的容量。请将其缩短。',
  'Some characters could not be read (shown as �). Choose another encoding, or save the file as UTF-8.':
    '有些字符无法读取（显示为 �）。请选择其他编码，或将文件保存为 UTF-8。',
  'The cell contains an invisible character ({0}), often left by copying from web pages or chats. Type the value again.':
    '单元格含有不可见的字符（{0}），常见于从网页和聊天中复制的内容。请重新输入该值。',
  '“{0}” is a formula error, not a value. Correct the formula, or leave the cell empty.':
    '“{0}”是公式的错误，不是值。请修正公式，或将单元格留空。',
  'The cell has {0} characters; up to {1} can be sent. Shorten it.':
    '单元格有 {0} 个字符；最多可发送 {1} 个。请将其缩短。',
  'Pathclock removes spaces before and after the value. You need not do anything.':
    '值前后的空格会去掉。无需处理。',
  'The leading apostrophe only prevents a spreadsheet from running the text, so it is left out.':
    '开头的撇号只用于防止电子表格运行该文本；会去掉。',
  'The value contains an invisible character ({0}) that distinguishes it from others that look the same. If that is a mistake, type the value again; it is sent as it stands.':
    '该值含有不可见的字符（{0}），使其与看起来相同的值不同。如果有误，请重新输入该值；将按原样发送。',
  'The cell has a line break. Write the value on one line.':
    '单元格含有换行，而订单不能含有换行。请将值写在一行内。',
  'The cell has a tab or another control character. Type the value again.':
    '单元格含有制表符或其他控制字符。请重新输入该值。',
  '“{0}” looks like a name that a spreadsheet has turned into a date (as SEPT2 becomes 2-Sep). Check it; it is sent as it stands.':
    '“{0}”看起来像是被电子表格转成日期的名称（如 SEPT2 变成 2-Sep）。请核对；将按原样发送。',
  '“{0}” looks like a name or long number that a spreadsheet has rounded. Check it; it is sent as it stands.':
    '“{0}”看起来像是被电子表格舍入的名称或长数字。请核对；将按原样发送。',
  '“{0}” has {1} digits; spreadsheets store 15 and set the others to 0. Check the last ones.':
    '“{0}”有 {1} 位数字；电子表格只保留 15 位，其余变为 0。请核对最后几位。',
  'The sample has no name. Give each sample its own name.': '缺少样本名称。请为每个样本使用各自的名称。',
  '“{0}” has more digits than a number can store. Shorten it{1}.':
    '“{0}”的位数超出数字所能保存的范围。请将其缩短{1}。',
  '“{0}” has more digits than a number can store, so it is sent as {1}, the nearest one, as are others like it.':
    '“{0}”的位数超出数字所能保存的范围，将发送为最接近的 {1}；其他类似的值也是如此。',
  '“{0}” has a decimal “{1}”, but the file is read with “{2}”. Write {3}, or choose the other decimal sign.':
    '“{0}”的小数符号是“{1}”，但文件按“{2}”读取。请写成 {3}，或选择另一种小数符号。',
  '“{0}” is not {1}. Write a number alone, such as 34 or {2}{3}.':
    '“{0}”不是{1}。请只写数字，如 34 或 {2}{3}。',
  ', or leave the cell empty': '，或将单元格留空',
  'a number in {0}': '以 {0} 为单位的数字',
  '“{0}” is out of range: “{1}” is {2}. Correct it{3}.': '“{0}”超出范围：“{1}”{2}。请修正{3}。',
  'at most {0}{1}': '最大为 {0}{1}',
  'at least {0}{1}': '最小为 {0}{1}',
  'between {0} and {1}{2}': '在 {0} 到 {1}{2} 之间',
  'an age in {0}': '以{0}为单位的年龄',
  'Ages of this column are read in {0} and sent in years: “{1}” as {2}, and all others like it.':
    '此列的年龄按{0}读取，以岁发送：“{1}”发送为 {2}，其他类似的值也是如此。',
  '“{0}” names no unit. Its ages are read as {1}.': '“{0}”没有注明单位，其中的年龄按{1}读取。',
  '“{0}” names no unit, and “{1}” stands beside it, so its ages may not be years. Say whether they are years, months, weeks or days.':
    '“{0}”没有注明单位，且旁边有“{1}”，因此其中的年龄可能不是岁。请指明是岁、月、周还是天。',
  '“{0}” names no unit, and half of its ages are {1} or more, so they may not be years. Say whether they are years, months, weeks or days.':
    '“{0}”没有注明单位，且其中一半的年龄不小于 {1}，因此可能不是岁。请指明是岁、月、周还是天。',
  '“{0}” names no unit, and “{1}” stands beside the age {2}, so its ages may not be years. Say whether they are years, months, weeks or days.':
    '“{0}”没有注明单位，且“{1}”与年龄 {2} 在同一行，因此其中的年龄可能不是岁。请指明是岁、月、周还是天。',
  '“{0}” names no unit, and no age in it is above {1}, so they may not be years. Say whether they are years, months, weeks or days.':
    '“{0}”没有注明单位，且其中的年龄都不超过 {1}，因此可能不是岁。请指明是岁、月、周还是天。',
  'Donor “{0}” is {1} years old on {2} (line {3}) and {4} on {5} (line {6}). Correct one of the rows, or give two donors two ids.':
    '供体“{0}”在 {2}（第 {3} 行）为 {1} 岁，在 {5}（第 {6} 行）为 {4} 岁。请更正其中一行，或为两个供体使用两个编号。',
  'Donor “{0}” is {1} years old on line {2} and {3} on line {4}, and no collection days explain it. Correct one of the rows, or give two donors two ids.':
    '供体“{0}”在第 {2} 行为 {1} 岁，在第 {4} 行为 {3} 岁，而没有采集日期可以解释。请更正其中一行，或为两个供体使用两个编号。',
  '{0} donors have ages that are more than a year apart, and no collection days explain it. For example, “{1}” is {2} on line {3} and {4} on line {5}. If these are repeated visits, nothing is wrong.':
    '{0} 个供体的年龄相差超过一年，而没有采集日期可以解释。例如，“{1}”在第 {3} 行为 {2} 岁，在第 {5} 行为 {4} 岁。如果是重复随访，则没有问题。',
  'The file has more than {0} donors. The rows of the first {1} were compared with each other, and those of later donors were not.':
    '文件中的供体超过 {0} 个。前 {1} 个供体的行已相互比较，其后的未比较。',
  'Donor “{0}” has “{1}” as “{2}” on line {3} and “{4}” on line {5}. Correct one of the rows, or give two donors two ids.':
    '供体“{0}”的“{2}”在第 {3} 行为“{1}”，在第 {5} 行为“{4}”。请修正其中一行；如果是两个供体，请使用不同的编号。',
  'Donors seem to be numbered anew in each “{0}”: “{1}” stands beside “{2}” on line {3} and “{4}” on line {5}, and is sent as one donor. If these are two, join “{6}” and {7} for the donor.':
    '供体似乎在每个“{0}”中重新编号：“{1}”在第 {3} 行对应“{2}”，在第 {5} 行对应“{4}”，却会作为同一供体发送。如果是两个供体，请将“{6}”与 {7} 合并作为供体。',
  'Donors seem to be numbered anew: “{0}” has “{1}” as “{2}” on line {3} and “{4}” on line {5}, and is sent as one donor. If these are two, join the column in which they are numbered, such as a cage, and {6} for the donor.':
    '供体似乎被重新编号：“{0}”的“{2}”在第 {3} 行为“{1}”，在第 {5} 行为“{4}”，却会作为同一供体发送。如果是两个供体，请将编号所属的列（例如笼号）与 {6} 合并作为供体。',
  '“{0}” is not used for the donor, though its name fits: donors seem to be numbered anew in each “{1}”, since “{2}” stands beside “{3}” on line {4} and “{5}” on line {6}. Join “{7}” and “{8}” for the donor.':
    '“{0}”的名称虽然符合，但未用作供体：供体似乎在每个“{1}”中重新编号，“{2}”在第 {4} 行对应“{3}”，在第 {6} 行对应“{5}”。请将“{7}”与“{8}”合并作为供体。',
  '“{0}” is not used for the donor, though its name fits: donors seem to be numbered anew, since “{1}” has “{2}” as “{3}” on line {4} and “{5}” on line {6}. Join the column in which they are numbered, such as a cage, and “{7}” for the donor.':
    '“{0}”的名称虽然符合，但未用作供体：供体似乎被重新编号，“{1}”的“{3}”在第 {4} 行为“{2}”，在第 {6} 行为“{5}”。请将编号所属的列（例如笼号）与“{7}”合并作为供体。',
  'Every order needs “{0}”, but the cell is empty (“{1}”). Fill it in.':
    '“{0}”是每个订单必需的，但单元格为空（“{1}”）。请填写。',
  'Words for a missing value in “{0}” are read as empty: {1}.': '“{0}”中表示缺失值的词读取为空：{1}。',
  '“{0}” has “+”, but “-” in it is read as empty, as words for a missing value are. If “-” means “without”, read these words as text.':
    '“{0}”中有“+”，但其中的“-”与表示缺失值的词一样读取为空。如果“-”表示“无”，请将这些词读取为文本。',
  'Values of “{0}” are replaced: {1}.': '“{0}”中的值有替换：{1}。',
  'Ages in “{0}” that name their unit are read in it and sent in years: {1}.':
    '“{0}”中注明单位的年龄按该单位读取，以岁发送：{1}。',
  'Some ages in “{0}” name another unit than the one of the column. The unit in the cell is used, and they are sent in years: {1}.':
    '“{0}”中有些年龄注明的单位与该列的单位不同。以单元格中的单位为准，以岁发送：{1}。',
  'Times of day in “{0}” are left out; the day is sent as it is written, in whatever time zone: {1}.':
    '“{0}”中的时刻被略去；日期按所写发送，不换算时区：{1}。',
  '“{0}” may stand for either sex, as languages and lists of codes differ. Say what it means among the values of its column, or write F or M.':
    '“{0}”在不同语言和编码表中可能表示任一性别。请在该列的值中指明其含义，或填写 F 或 M。',
  '“{0}” in “{1}” may be the age and sex of a man, or months, and at least half of such ages are over {2}. Write the unit out, or the age alone, or say what these values mean.':
    '“{1}”中的“{0}”可能是男性的年龄加性别，也可能是月数，且至少一半此类年龄大于 {2}。请写出完整单位，或只写年龄，或指明这些值的含义。',
  '“{0}” stands beside “{1}” in “{2}”, so the letters may be the sex, and not months. Write the age alone, and the sex in a column of its own, or say what these values mean.':
    '“{2}”中的“{0}”与“{1}”并列，因此字母可能表示性别而不是月。请只写年龄，并将性别写在单独一列，或指明这些值的含义。',
  '“{0}” is an age before birth or from fertilization, and an order counts ages from birth. Move the stage to another column{1}.':
    '“{0}”是出生前的年龄，而订单中的年龄从出生算起。请将发育阶段移到另一列{1}。',
  '“{0}” is a range, and an order has one age. Write the age as one number{1}.':
    '“{0}”是一个范围，而订单只有一个年龄。请将年龄写成一个数字{1}。',
  '“{0}” holds several ages, and an order has one. Write one of them{1}.':
    '“{0}”中有多个年龄，而订单只有一个。请只写其中一个{1}。',
  '“{0}” comes from the column “{1}”. Not sent, though the name fits as well: {2}.':
    '“{0}”取自列“{1}”。名称同样符合但不发送的列：{2}。',
  'not known': '未知',
  'Pathclock does not recognize the sex “{0}”. Write F, M, other or unknown, or leave the cell empty.':
    '“{0}”不是可识别的性别。请填写 F、M、other 或 unknown，或将单元格留空。',
  '“{0}” is sent as “{1}”, in this row and all others like it.':
    '“{0}”发送为“{1}”，此行及其他类似的值都是如此。',
  'before 1900': '早于 1900 年',
  'in the future': '在将来',
  years: '岁',
  months: '月',
  weeks: '周',
  days: '天',
  '“{0}” is none of the choices for “{1}”: {2}. {3}': '“{0}”不在“{1}”的可选值中：{2}。{3}',
  'a number': '数字',
  'An age is between {0} and {1} years. {2}Correct it{3}.': '年龄在 {0} 到 {1} 岁之间。{2}请修正{3}。',
  '{0} {1} are {2} years. ': '{0} {1}即 {2} 岁。',
  '“{0}” is {1} years. ': '“{0}”即 {1} 岁。',
  'Most names in this column have {0} digits, but “{1}” and perhaps others have fewer. A spreadsheet may have removed leading zeros. Check them; they are sent as they stand.':
    '此列中大多数名称有 {0} 位数字，但“{1}”等名称的位数较少。电子表格可能去掉了前导零。请核对；将按原样发送。',
  '“{0}” has ages with a unit (“{1}”) and others without one. Say whether those are years, months, weeks or days.':
    '“{0}”中有些年龄注明了单位（“{1}”），有些没有。请说明后者是岁、月、周还是天。',
  '“{0}” has ages with a unit in the column beside and others without one. Say whether those are years, months, weeks or days.':
    '“{0}”中有些年龄在旁边的列中注明了单位，有些没有。请说明后者是岁、月、周还是天。',
  '“{0}” names no unit, and its highest age is {1}, so its ages may not be years. Say whether they are years, months, weeks or days.':
    '“{0}”没有注明单位，其中最大的年龄是 {1}，因此这些年龄可能不是岁。请说明是岁、月、周还是天。',
  '{0} in “{1}” may stand for either sex, as languages and lists of codes differ. Say what it means.':
    '“{1}”中的{0}可能表示任一性别，因为各语言和代码表不同。请说明它的含义。',
  '{0} in “{1}” may each stand for either sex, or two of them for the same, as languages and lists of codes differ. Say what each of them means.':
    '“{1}”中的{0}各自可能表示任一性别，也可能有两个表示同一性别，因为各语言和代码表不同。请说明每一个的含义。',
  'From “{0}” to “{1}” ({2} to {3}) is {4} years, and an age is between {5} and {6}. Correct one of the days, or leave it empty.':
    '从“{0}”到“{1}”（{2} 到 {3}）为 {4} 岁，而年龄应在 {5} 到 {6} 之间。请改正其中一个日期，或将其留空。',
  'The age is the time from “{0}” to “{1}”: {2} to {3} is {4} years. The day of birth itself is not sent.':
    '年龄为从“{0}”到“{1}”的时间：{2} 到 {3} 为 {4} 岁。出生日期本身不会发送。',
  'Ages in “{0}” that are no single number are stored as notes on this computer, and their samples are ordered without an age: {1}.':
    '“{0}”中不是单个数字的年龄作为备注保存在本机，其样本不带年龄订购：{1}。',
  'The age “{0}” in “{1}” is no single number, so its row is not ordered. You can order it without an age and keep the text as a note.':
    '“{1}”中的年龄“{0}”不是单个数字，因此该行不会订购。您可以不带年龄订购，并将原文保留为备注。',
  '{0} ages in “{1}” are no single number (“{2}” first), so their rows are not ordered. You can order them without an age and keep the texts as notes.':
    '“{1}”中有 {0} 个年龄不是单个数字（第一个为“{2}”），因此这些行不会订购。您可以不带年龄订购，并将原文保留为备注。',
  'Order without an age, keep as a note': '不带年龄订购，保留为备注',
  '“{0}” and “{1}” in “{2}” differ only in case, spaces, hyphens or underscores, and are sent as two values. Write them alike if they are one.':
    '“{2}”中的“{0}”和“{1}”仅大小写、空格、连字符或下划线不同，将作为两个值发送。如果是同一个值，请统一写法。',
  'Row {0} says “{1}”. Ages without a unit are read in {2} unless their header names another.':
    '第 {0} 行写着“{1}”。没有单位的年龄按{2}读取，除非表头注明了其他单位。',
  '“{0}” is the age at an event, and is sent as the age of the sample. Choose another column if the sample was taken at another age.':
    '“{0}”是某一事件发生时的年龄，将作为样本的年龄发送。如果样本是在其他年龄采集的，请选择另一列。',
  '“{0}” mentions an age, and is not sent as the age of the sample. If it is that, choose it for the age.':
    '“{0}”提到年龄，但不会作为样本的年龄发送。如果它就是样本的年龄，请将其选为年龄。',
  '“{0}” looks like names of people. It leaves this computer with each order, as “{1}”.':
    '“{0}”看起来是人员的姓名。它会作为“{1}”随每个订单离开本机。',
  '“{0}” looks like numbers that identify people. It leaves this computer with each order, as “{1}”.':
    '“{0}”看起来是可识别人员身份的号码。它会作为“{1}”随每个订单离开本机。',
  '“{0}” looks like names of people or numbers that identify them. It is not sent.':
    '“{0}”看起来是人员的姓名或可识别身份的号码。它不会被发送。',
  'two days': '两个日期',
}
