-- A viewpoint that staff make of photos that do not say where they were taken: later ones find it by what they show.
alter table viewpoints alter column latitude drop not null;
alter table viewpoints alter column longitude drop not null;
alter table viewpoints add constraint viewpoints_place check ((latitude is null) = (longitude is null));
