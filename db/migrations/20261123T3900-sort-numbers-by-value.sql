-- Texts in the order of a dictionary, with the numbers in them by their value: 'Week 2' before 'Week 10'
-- (Unicode Technical Standard 35, part 5, "kn").
create collation natural_order (provider = icu, locale = 'und-u-kn-true');
