# Free spheres that spin, with their orientation.  A sphere with spin w has turned by w t about w: here sphere 1 is back at
# (-1 0 0 0), one turn, after 2000 steps, and sphere 2 half way.

units           lj
atom_style      sphere
region          box block 0 10 0 10 0 10
create_box      1 box
create_atoms    1 single 2 5 5
create_atoms    1 single 5 5 5
create_atoms    1 single 8 5 5

variable        w equal 2*PI/20
variable        w2 equal PI/20
set             atom * diameter 1.0 density 2.0
set             atom 1 omega 0 0 $w
set             atom 2 omega ${w2} 0 0
set             atom 3 omega 0.1 -0.2 0.3
velocity        all set 0.0 0.1 0.0

pair_style      zero 1.0
pair_coeff      * *

fix             move all nve/sphere/leapfrog update quat
timestep        0.01

compute         rotation all erotate/sphere
compute         q all reduce sum f_move[*]

dump            orientation all custom 500 dump.spin id x y z f_move[1] f_move[2] f_move[3] f_move[4]
dump_modify     orientation sort id

thermo_style    custom step time ke c_rotation c_q[*]
thermo_modify   norm no colname c_rotation RotEng colname c_q[1] qw colname c_q[2] qx colname c_q[3] qy colname c_q[4] qz
thermo          500
run             2000
